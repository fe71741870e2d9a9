import { form } from './form.ts';

/** The texts that visitors read, in English. Those of other languages have the same members, or do not compile. */
export const en = { form };
