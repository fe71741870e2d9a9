import * as z from 'zod';

/**
 * The URLs of the page's own files. Every URL carries a content hash, so each file is immutable and is served with a
 * year of caching. Built by `lib/build/web-assets.ts`.
 */
export const PageAssets = z.object({
  /** The shell's script, a module. */
  shellJs: z.string(),
  /** The script of a place, on its page and after joining: a module. */
  placeJs: z.string(),
  /** The shell's style sheet. */
  css: z.string(),
  /** The style sheet of a place in line, of notices, and of pages that nobody can join: most first visits do without. */
  placeCss: z.string(),
  /** The style sheet of questions, for pages that ask some. */
  questionsCss: z.string(),
  /** The document of the sandboxed frame. */
  frameHtml: z.string(),
  /** React and react-dom, fetched by the shell as text. */
  runtimeJs: z.string(),
  /** The favicon, SVG. */
  icon: z.string(),
  /** The landing page's style sheet, its script, and its social card, a PNG of 1200x630. */
  homeCss: z.string(),
  homeJs: z.string(),
  homeCard: z.string(),
});
export type PageAssets = z.output<typeof PageAssets>;
