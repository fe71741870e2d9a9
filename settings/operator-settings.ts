import type * as z from 'zod';
import * as needs from './needs.ts';

/** Every setting that operators choose and functions read, by the name of its environment variable. */
export const operatorSettings: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.values(needs)
    .flatMap(({ settings }) => Object.entries<z.ZodType>(settings))
    .filter(([, schema]) => schema.meta()?.operator),
);

/** `LICENSE_PRICE_USD` → `licensePriceUsd`. */
export const toCamelCase = (variable: string): string =>
  variable.toLowerCase().replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
