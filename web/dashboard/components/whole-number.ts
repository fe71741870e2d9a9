import { formatNumber } from './format.ts';

/** The API's limits. */
export const MOST_INVITED = 10_000;
export const MOST_DAYS = 90;

/** Checks a number that is typed. */
export const wholeUpTo = (most: number) => (value: number | string) =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most
    ? null
    : `Enter a whole number from 1 to ${formatNumber(most)}`;

/** Fields for numbers that count something. What is too large is said, not changed. */
export const WHOLE = { min: 1, clampBehavior: 'none', allowDecimal: false, allowNegative: false } as const;
