import { fill } from '../languages/format.ts';

/** A sentence with the waitlist's name, which has a full stop only if the name at its end has no mark of its own. */
export const endsWithName = (sentence: string, name: string): string =>
  fill(/[.!?…。！？]$/.test(name) ? sentence.replace(/(\{name\})[.。]$/, '$1') : sentence, { name });
