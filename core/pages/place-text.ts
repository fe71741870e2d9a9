/** Texts about a place that the server writes first, and the browser again when they change. */

export const formatCount = (count: number): string => count.toLocaleString('en');

export const countOf = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${formatCount(count)} ${many}`;

export const aheadText = (ahead: number): string =>
  ahead === 0 ? 'Nobody is ahead of you' : `${countOf(ahead, 'person', 'people')} ahead of you`;
