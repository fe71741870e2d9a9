import type { Language } from '../../core/languages/language.ts';
import { opensText } from '../../core/pages/door-text.ts';

/** The shortest wait before a reload: the visitor's clock may be ahead of the server's. */
const SOONEST_MS = 10_000;
/** Spreads the reloads of all visitors over some seconds. */
const SPREAD_MS = 3_000;
/** The longest time that a timer can hold. */
const LONGEST_MS = 2 ** 31 - 1;

/** Writes the opening time in the visitor's time zone, and reloads the page at that time. */
export function watchDoor(opensAt: string, language: Language): void {
  for (const time of document.querySelectorAll('time:is(.opens, .wl-opens)'))
    time.textContent = opensText(language, opensAt);
  const wait = Math.max(Date.parse(opensAt) - Date.now(), SOONEST_MS) + Math.random() * SPREAD_MS;
  if (wait < LONGEST_MS) setTimeout(() => location.reload(), wait);
}
