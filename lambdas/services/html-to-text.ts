import { convert } from 'html-to-text';

/** By default headings are in capitals, and no variable is. */
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(selector => ({
  selector,
  options: { uppercase: false },
}));

/** Elements that readers of the HTML do not see or hear: hidden previews, and decorative images. */
const UNSEEN = ['[style*="display:none"]', '[style*="display: none"]', 'img[alt=""]'];
const OMITTED = UNSEEN.map(selector => ({ selector, format: 'skip' }));

const LINKS = { selector: 'a', options: { hideLinkHrefIfSameAsText: true } };

/** Far more than a checked template has; but unclosed elements that a browser closes are nested here. */
const DEPTH_MAX = 400;

/** Plain text of a template's HTML, keeping its variables. */
export const htmlToText = (html: string): string =>
  convert(html, {
    wordwrap: 78,
    selectors: [...HEADINGS, ...OMITTED, LINKS],
    limits: { maxDepth: DEPTH_MAX },
  });
