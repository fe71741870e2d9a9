import { fill, fillCount, formatDays, formatNumber } from '../languages/format.ts';
import type { Language } from '../languages/language.ts';
import type { Texts } from '../languages/texts.ts';

/*
 * Texts about a place that the server writes first, and the browser again when they change.
 */

export type PlaceTexts = Texts['place'];

/** The texts of a ticket, and their language: a browser gets both with the ticket. */
export interface TicketWords {
  readonly language: Language;
  readonly texts: PlaceTexts;
}

/** The words for some of the texts. */
type Words<Name extends keyof PlaceTexts> = Pick<TicketWords, 'language'> & {
  readonly texts: Pick<PlaceTexts, Name>;
};

export const aheadText = ({ language, texts }: Words<'nobodyAhead' | 'ahead'>, ahead: number): string =>
  ahead === 0 ? texts.nobodyAhead : fillCount(language, texts.ahead, ahead);

/**
 * Above the link to share.
 * @param boost - places gained for each friend; null: none
 */
export const promiseText = ({ language, texts }: Words<'share' | 'promise'>, boost: number | null): string =>
  boost === null ? texts.share : fillCount(language, texts.promise, boost);

/** What the next friend gives. Empty if that is nothing: there are no places to gain, or none are left. */
export function nextText({ language, texts }: Words<'next'>, position: number, boost: number | null): string {
  if (boost === null || boost === 0 || position === 1) return '';
  return fill(texts.next, {
    from: formatNumber(language, position),
    to: formatNumber(language, Math.max(1, position - boost)),
  });
}

/** Why the place is a higher number than that: it stays the same when others are let in or leave. Empty if nobody was or did. */
export function goneText(
  { language, texts }: Words<'gone'>,
  { position, ahead }: { readonly position: number; readonly ahead: number },
): string {
  const gone = position - 1 - ahead;
  return gone <= 0 ? '' : fillCount(language, texts.gone, gone);
}

/** When it is likely their turn. Empty if that is not known. */
export const expectedText = (
  { language, texts }: Words<'expected'>,
  expected: { readonly from: string; readonly to: string } | null,
): string =>
  expected === null
    ? ''
    : fill(texts.expected, { dates: formatDays(language, new Date(expected.from), new Date(expected.to)) });

/** The place in the title of its page. */
export const placeTitle = ({ language, texts }: Words<'title'>, position: number): string =>
  fill(texts.title, { place: formatNumber(language, position) });
