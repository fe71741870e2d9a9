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

/** Why the place is a higher number than that: it stays the same when others are let in or leave. Empty if nobody was or did. */
export function goneText({ position, ahead }: { readonly position: number; readonly ahead: number }): string {
  const gone = position - 1 - ahead;
  if (gone <= 0) return '';
  return gone === 1 ? '1 is already in or has left' : `${formatCount(gone)} are already in or have left`;
}
