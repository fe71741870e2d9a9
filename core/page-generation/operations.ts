import type { Operation } from '../kernel/operation.ts';
import { generatePage } from './generate-page.ts';

export const pageGenerationOperations: readonly Operation[] = [generatePage];
