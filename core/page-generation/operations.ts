import { generatePage } from './generate-page.ts';
import { getPageGeneration } from './get-page-generation.ts';

export const pageGenerationOperations = [getPageGeneration, generatePage] as const;
