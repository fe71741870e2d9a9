import { convert } from 'html-to-text';

/** Plain text of a template's HTML, keeping its variables. */
export const htmlToText = (html: string): string => convert(html, { wordwrap: 78 });
