import type * as z from 'zod';

/** What an operation answers: the schemas of the service are the only definition (`import type` takes no code with it). */
export type OutputOf<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>;
