import { fill } from '../languages/format.ts';
import { escapeHtml } from './escape.ts';

/** A text as HTML. The values of its placeholders are markup. */
export const fillMarkup = (text: string, values: Readonly<Record<string, string>>): string =>
  fill(escapeHtml(text), values);
