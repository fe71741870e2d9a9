import { escapeHtml } from '../markup/escape.ts';
import { FULL_ADVICE, opensText } from './door-text.ts';
import type { PageWaitlist } from './page-data.ts';

type PageDoor = Pick<PageWaitlist, 'door' | 'opensAt' | 'closedMessage'>;

/** Why nobody can join, and when that changes. Empty while people can join. `web/page/door.ts` shows the time in their zone. */
export function renderClosedNotice({ door, opensAt, closedMessage }: PageDoor): string {
  if (closedMessage === null) return '';
  const opens =
    opensAt &&
    `<p>Opens <time class="opens" datetime="${escapeHtml(opensAt)}">${opensText(opensAt, 'UTC')}</time></p>`;
  return `<p class="closed-message" dir="auto">${escapeHtml(closedMessage)}</p>
${opens ?? ''}${door === 'full' ? `<p>${FULL_ADVICE}</p>` : ''}`;
}

/**
 * A form below the page while nobody can join: people on the list get the link to their place. Custom page code may not know
 * about the door, so the bar then says why nobody can join.
 */
export function renderDoorBar(waitlist: PageDoor & { readonly slug: string }, isBuiltIn: boolean): string {
  if (waitlist.closedMessage === null) return '';
  const notice = isBuiltIn ? '' : `<div class="door-notice">${renderClosedNotice(waitlist)}</div>\n`;
  return `<aside class="door-bar" aria-label="Your place">
${notice}<form method="post" action="/w/${escapeHtml(encodeURIComponent(waitlist.slug))}/status-links">
<label for="door-email">Already on the list?</label>
<input id="door-email" name="email" type="email" autocomplete="email" inputmode="email" maxlength="254" placeholder="you@example.com" required>
<button class="primary" type="submit">Email me my place</button>
</form>
</aside>`;
}
