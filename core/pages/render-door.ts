import { inLanguage, type Reading } from '../languages/in-language.ts';
import { textsOf } from '../languages/texts.ts';
import { escapeHtml } from '../markup/escape.ts';
import { fillMarkup } from '../markup/fill-markup.ts';
import { opensText } from './door-text.ts';
import type { PageWaitlist } from './page-data.ts';

type PageDoor = Pick<PageWaitlist, 'door' | 'opensAt' | 'closedMessage'> & Reading;

/** Why nobody can join, and when that changes. Empty while people can join. `web/page/door.ts` shows the time in their zone. */
export function renderClosedNotice({ door, opensAt, closedMessage, language }: PageDoor): string {
  if (closedMessage === null) return '';
  const { opens, advice } = textsOf(language).door;
  const time =
    opensAt &&
    `<time class="opens" datetime="${escapeHtml(opensAt)}">${escapeHtml(opensText(language, opensAt, 'UTC'))}</time>`;
  return `<p class="closed-message" dir="auto">${escapeHtml(closedMessage)}</p>
${time ? `<p>${fillMarkup(opens, { time })}</p>` : ''}${door === 'full' ? `<p>${escapeHtml(advice)}</p>` : ''}`;
}

/**
 * A form below the page while nobody can join: people on the list get the link to their place. Custom page code may not know
 * about the door, so the bar then says why nobody can join.
 */
export function renderDoorBar(waitlist: PageDoor & { readonly slug: string }, isBuiltIn: boolean): string {
  if (waitlist.closedMessage === null) return '';
  const { form, door } = textsOf(waitlist.language);
  const { joined, email, send } = door.bar;
  const action = inLanguage(`/w/${encodeURIComponent(waitlist.slug)}/status-links`, waitlist);
  const notice = isBuiltIn ? '' : `<div class="door-notice">${renderClosedNotice(waitlist)}</div>\n`;
  return `<aside class="door-bar" aria-label="${escapeHtml(form.yourPlace)}">
${notice}<form method="post" action="${escapeHtml(action)}">
<label for="door-email">${escapeHtml(joined)}</label>
<input id="door-email" name="email" type="email" autocomplete="email" inputmode="email" maxlength="254" placeholder="${escapeHtml(email)}" required>
<button class="primary" type="submit">${escapeHtml(send)}</button>
</form>
</aside>`;
}
