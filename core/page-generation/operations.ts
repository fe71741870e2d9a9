import type { Operation } from '../kernel/operation.ts';
import { generatePage } from './generate-page.ts';
import { getPageGeneration } from './get-page-generation.ts';

export const pageGenerationOperations = [
  getPageGeneration,
  generatePage,
] as const satisfies readonly Operation[];
