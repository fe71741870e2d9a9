import { escapeHtml } from '../../../core/markup/escape.ts';

/** Stands for the site that shows the page, whose address is written in its place (`docs-assets.ts`). */
export const ORIGIN = 'https://anteroom.example';

/** Strings and comments, or the first word of a command and keywords. Of escaped text: `&quot;` is a quote. */
const TOKENS =
  /(&quot;(?:\\.|(?!&quot;).)*&quot;|&#39;.*?&#39;|(?<=^|\s)(?:\/\/|# ).*)|^(?:curl|export|npm install|npx|node|claude mcp add)\b|\b(?:const|let|await|async|function|return|export|try|catch|throw|import type|import|from|new|if|def|except|raise)\b/gm;

/** Text as code, in HTML. */
export const highlight = (text: string): string =>
  escapeHtml(text).replace(TOKENS, (token, quoted) =>
    quoted === undefined ? `<b>${token}</b>` : `<i>${token}</i>`,
  );

/** Code to copy, with a caption. */
export const codeBlock = (label: string, text: string): string =>
  `<figure class="sample"><figcaption>${escapeHtml(label)}</figcaption><pre tabindex="0" aria-label="${escapeHtml(label)}"><code>${highlight(text)}</code></pre></figure>`;
