import { convert } from 'html-to-text';

/** The plain form of a template's HTML, its variables kept. */
export const htmlToText = (html: string): string => convert(html, { wordwrap: 78 });
