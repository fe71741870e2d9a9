import { emails } from './emails.ts';
import { errors } from './errors.ts';
import { form } from './form.ts';
import { pages } from './pages.ts';
import { place } from './place.ts';

/** The texts that visitors read, in English. Those of other languages have the same members, or do not compile. */
export const en = { form, place, pages, emails, errors };
