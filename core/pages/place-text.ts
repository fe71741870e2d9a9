/** Texts about a place that the server writes first, and the browser again when they change. */

export const formatCount = (count: number): string => count.toLocaleString('en');

export const countOf = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${formatCount(count)} ${many}`;

export const aheadText = (ahead: number): string =>
  ahead === 0 ? 'Nobody is ahead of you' : `${countOf(ahead, 'person', 'people')} ahead of you`;

/**
 * Above the link to share.
 * @param boost - places gained for each friend; null: none
 */
export const promiseText = (boost: number | null): string =>
  boost === null
    ? 'Know someone who’d like this? Share your link.'
    : `Move up ${countOf(boost, 'place', 'places')} for each friend who joins with your link.`;

/** What the next friend gives. Empty if that is nothing: there are no places to gain, or none are left. */
export function nextText(position: number, boost: number | null): string {
  if (boost === null || boost === 0 || position === 1) return '';
  return `One more friend: from ${formatCount(position)} to ${formatCount(Math.max(1, position - boost))}`;
}

/** What the numbers of a place mean, in sentences. */
export const howText = (boost: number | null): string =>
  [
    'Your place counts everyone who joined before you. It stays the same when people ahead of you get in or leave.',
    boost !== null &&
      `Each friend who joins with your link moves you up ${countOf(boost, 'place', 'places')}.`,
    boost !== null && 'People behind you can pass you the same way.',
  ]
    .filter(sentence => sentence !== false)
    .join(' ');

/** Why the place is a higher number than that: it stays the same when others are let in or leave. Empty if nobody was or did. */
export function goneText({ position, ahead }: { readonly position: number; readonly ahead: number }): string {
  const gone = position - 1 - ahead;
  if (gone <= 0) return '';
  return gone === 1 ? '1 is already in or has left' : `${formatCount(gone)} are already in or have left`;
}
