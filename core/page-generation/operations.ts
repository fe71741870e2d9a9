import type { Operation } from '../kernel/operation.ts';
import { generatePage } from './generate-page.ts';

export const pageGenerationOperations = [generatePage] as const satisfies readonly Operation[];
