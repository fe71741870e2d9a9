import { escapeHtml } from '../../core/markup/escape.ts';
import { fontFaces } from '../../core/markup/font.ts';
import { renderSitePage } from '../../core/markup/html-document.ts';
import { LOGO } from '../../core/markup/logo.ts';
import { colorProperties, FONTS, HEADING_WEIGHT, PALETTE, SITE_COLORS } from '../../core/markup/tokens.ts';
import type { KeptMessage } from './mailbox.ts';

/** The contents of the mail page. */
export interface MailView {
  readonly messages: readonly KeptMessage[];
  /** How many newer messages there are. */
  readonly skip: number;
  readonly total: number;
  readonly selected: KeptMessage | undefined;
  /** Small screens show the message instead of the list. */
  readonly isReading: boolean;
}

export const PAGE_SIZE = 50;

/**
 * No scripts. The frame that shows a message inherits this policy, so inline styles and images must be allowed.
 */
export const MAIL_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; font-src 'self' https: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

const COLORS = { ...PALETTE, ...SITE_COLORS };

const STYLE = `
${fontFaces('basic', 'latin', 'extended')}
:root{color-scheme:light dark;${colorProperties(COLORS, 'light')}}
@media(prefers-color-scheme:dark){:root{${colorProperties(COLORS, 'dark')}}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 ${FONTS.text};-webkit-font-smoothing:antialiased}
a{color:var(--action)}
header{display:flex;align-items:center;gap:.75rem;padding:1rem 1.25rem;flex-wrap:wrap}
h1{display:flex;align-items:center;gap:.6rem;font-size:1.15rem;font-weight:${HEADING_WEIGHT};letter-spacing:-.015em;margin:0}
header a{margin-inline-start:auto}
.muted{color:var(--soft)}
main{display:grid;grid-template-columns:minmax(16rem,22rem) minmax(0,1fr);gap:1rem;padding:0 1.25rem 1.25rem;align-items:start}
.panel{background:var(--card);border:1px solid var(--line);border-radius:14px;overflow:hidden}
ol{list-style:none;margin:0;padding:0}
li+li{border-top:1px solid var(--line)}
li a{display:block;padding:.7rem 1rem;color:inherit;text-decoration:none}
li a:hover,li a[aria-current]{background:var(--chip)}
li a[aria-current]{box-shadow:inset 3px 0 var(--action)}
:focus-visible{outline:3px solid var(--ring);outline-offset:-3px}
li strong,li span{display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
li span{font-size:.85rem;color:var(--soft)}
article h2{font-size:1.25rem;font-weight:${HEADING_WEIGHT};letter-spacing:-.015em;line-height:1.3;margin:0 0 .5rem;overflow-wrap:anywhere}
.head{padding:1rem 1.25rem;border-bottom:1px solid var(--line)}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.1rem .75rem;margin:0;font-size:.9rem}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
iframe{display:block;width:100%;height:min(70vh,48rem);border:0;background:#fff}
details{border-top:1px solid var(--line);padding:.75rem 1.25rem}
summary{cursor:pointer}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.5 ${FONTS.code}}
.empty{padding:3rem 1.25rem;text-align:center}
nav{display:flex;justify-content:space-between;padding:.7rem 1rem;border-top:1px solid var(--line);font-size:.9rem}
.back{display:none}
@media(max-width:44rem){
main{grid-template-columns:minmax(0,1fr);padding:0 .75rem .75rem}
header{padding:1rem .75rem}
.reading .list{display:none}
.back{display:inline-block;padding:.5rem 0}
}`;

const link = (parameters: Record<string, string | number>): string => {
  const query = new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return escapeHtml(`/_local/mail?${query}`);
};

const time = (sentAt: string): string =>
  `<time datetime="${escapeHtml(sentAt)}">${escapeHtml(sentAt.slice(0, 19).replace('T', ' '))} UTC</time>`;

function item(message: KeptMessage, { skip, selected }: MailView): string {
  const current = message.id === selected?.id ? ' aria-current="true"' : '';
  return `<li><a href="${link({ skip, message: message.id })}"${current}><strong>${escapeHtml(message.subject)}</strong>
<span>${escapeHtml(message.to)}</span><span>${time(message.sentAt)}</span></a></li>`;
}

function pages({ skip, total, messages }: MailView): string {
  const newer =
    skip > 0 ? `<a href="${link({ skip: Math.max(0, skip - PAGE_SIZE) })}">Newer</a>` : '<span></span>';
  const older =
    skip + messages.length < total ? `<a href="${link({ skip: skip + PAGE_SIZE })}">Older</a>` : '';
  return skip > 0 || older ? `<nav aria-label="Pages">${newer}${older}</nav>` : '';
}

/** Makes links in the message open in a new tab instead of the frame. */
const inNewTab = (html: string): string => html.replace(/<head(\s[^>]*)?>/i, '$&<base target="_blank">');

function reading(message: KeptMessage): string {
  const { subject, from, to, sentAt, html, text, headers } = message;
  const others = Object.entries(headers).map(
    ([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`,
  );
  return `<article class="panel" aria-labelledby="subject">
<div class="head"><h2 id="subject">${escapeHtml(subject)}</h2>
<dl><dt>To</dt><dd>${escapeHtml(to)}</dd><dt>From</dt><dd>${escapeHtml(from)}</dd><dt>Sent</dt><dd>${time(sentAt)}</dd>${others.join('')}</dl></div>
<iframe title="The message" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(inNewTab(html))}"></iframe>
<details><summary>Plain text</summary><pre>${escapeHtml(text)}</pre></details>
</article>`;
}

const EMPTY = `<div class="panel empty"><p>No mail yet.</p>
<p class="muted">Emails that this server sends appear here. They are not delivered.</p></div>`;

/** `GET /_local/mail`: the list of messages, and the selected one. */
export function renderMailPage(view: MailView): string {
  const { messages, selected, total, skip, isReading } = view;
  const list = `<div class="panel list"><ol>${messages.map(message => item(message, view)).join('')}</ol>${pages(view)}</div>`;
  const shown = selected ? reading(selected) : '';
  return renderSitePage({
    title: 'Mail · Anteroom',
    isPrivate: true,
    icon: 'data:,',
    head: [`<style>${STYLE}</style>`],
    body: `<header><h1>${LOGO}Mail</h1><span class="muted">${total} ${total === 1 ? 'message' : 'messages'} from the local run</span><a href="/_local/mail">Refresh</a></header>
<main>${isReading ? `<a class="back" href="${link({ skip })}">← All messages</a>` : ''}${total === 0 ? EMPTY : list + shown}</main>`,
    ...(isReading && { bodyAttributes: { class: 'reading' } }),
  });
}
