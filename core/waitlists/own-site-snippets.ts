import { signupPath } from '../kernel/site.ts';
import { escapeHtml } from '../markup/escape.ts';

/** Path of the script that defines the element. It is on other people's pages, so it never changes. */
export const EMBED_PATH = '/embed.js';
/** The form of a waitlist as an element. */
export const EMBED_ELEMENT = 'anteroom-waitlist';

interface Snippet {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly slug: string;
}

/** Two lines that show the form, its messages, and the bot challenge on any page. */
export const embedSnippet = ({ baseUrl, slug }: Snippet): string => `\
<script src="${baseUrl}${EMBED_PATH}" async></script>
<${EMBED_ELEMENT} slug="${escapeHtml(slug)}"></${EMBED_ELEMENT}>`;

/**
 * A form that needs no JavaScript.
 * @param redirectUrl - where it leads after joining; null: the person's place page
 */
export function formSnippet({
  baseUrl,
  slug,
  redirectUrl,
}: Snippet & { readonly redirectUrl: string | null }): string {
  const redirect =
    redirectUrl === null
      ? ''
      : `  <input name="redirectUrl" type="hidden" value="${escapeHtml(redirectUrl)}">\n`;
  return `\
<form method="post" action="${baseUrl}${signupPath(slug)}">
  <label>Email <input name="email" type="email" required></label>
${redirect}  <button>Join</button>
</form>`;
}

/** A function for a form of your own. */
export const fetchSnippet = ({ baseUrl, slug }: Snippet): string => `\
async function join(email) {
  const response = await fetch('${baseUrl}${signupPath(slug)}', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email,
      referralCode: new URLSearchParams(location.search).get('ref'),
    }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  // message; for a new signup also position, referralLink, and statusUrl
  return answer;
}`;
