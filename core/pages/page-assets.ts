/**
 * The urls of the page's own files. Every url carries a content hash, so each file is immutable and is served with a
 * year of caching. Built by `lib/build/web-assets.ts`.
 */
export interface PageAssets {
  /** The shell's script, a module. */
  readonly shellJs: string;
  /** The shell's style sheet. */
  readonly css: string;
  /** The document of the sandboxed frame. */
  readonly frameHtml: string;
  /** React and react-dom, fetched by the shell as text. */
  readonly runtimeJs: string;
  /** The favicon, SVG. */
  readonly icon: string;
}
