import * as z from 'zod';
import { isBlank } from '../kernel/blank.ts';

/** Where a person came from, as their browser or the owner's site reports it. */
export interface Source {
  readonly utmSource: string | null;
  readonly utmMedium: string | null;
  readonly utmCampaign: string | null;
  /** The host of the page that led to the signup page. */
  readonly referrerHost: string | null;
}

/** A source as it is stored, without unknown members. */
export interface StoredSource {
  readonly utm_source?: string;
  readonly utm_medium?: string;
  readonly utm_campaign?: string;
  readonly referrer_host?: string;
}

const LONGEST = 100;

/** Anyone can edit a link, so any text is accepted, and cleaned. */
function clean(value: string): string | null {
  // A character is one or two units. Only these are taken apart, however long the text is.
  const start = value
    .toWellFormed()
    .replaceAll('\0', '')
    .trim()
    .slice(0, 2 * LONGEST);
  const kept = [...start].slice(0, LONGEST).join('');
  return isBlank(kept) ? null : kept;
}

const CAMPAIGN = ['utm_source', 'utm_medium', 'utm_campaign'] as const;

/** The fields of a form that name a campaign. */
export type Campaign = readonly (readonly [name: string, value: string])[];

/** The campaign in the fields of a form, for the form that is shown next. */
export const campaignOf = (sent: Readonly<Record<string, string | undefined>>): Campaign =>
  CAMPAIGN.flatMap(name => {
    const value = clean(sent[name] ?? '');
    return value === null ? [] : [[name, value] as const];
  });

const Part = () =>
  z
    .string()
    .nullish()
    .transform(part => (part == null ? null : clean(part)));

/** A source as it is sent. */
export const SourceInput = () =>
  z.object({ utmSource: Part(), utmMedium: Part(), utmCampaign: Part(), referrerHost: Part() });

/** The source of an entry as the API shows it. */
export const SourceShown = () =>
  z.object({
    utmSource: z.string().nullable(),
    utmMedium: z.string().nullable(),
    utmCampaign: z.string().nullable(),
    referrerHost: z.string().nullable(),
  });

export const NO_SOURCE: Source = { utmSource: null, utmMedium: null, utmCampaign: null, referrerHost: null };

/** Null if no member is known. */
export const sourceOrNull = (source: Source | null | undefined): Source | null =>
  source && Object.values(source).some(part => part !== null) ? source : null;

/** A stored source as the API shows it. */
export const toSource = (stored: StoredSource | null): Source =>
  stored === null
    ? NO_SOURCE
    : {
        utmSource: stored.utm_source ?? null,
        utmMedium: stored.utm_medium ?? null,
        utmCampaign: stored.utm_campaign ?? null,
        referrerHost: stored.referrer_host ?? null,
      };

/** The name of a source in the statistics; null for `friend` and `direct`. */
export const sourceName = (source: Source | null): string | null =>
  source?.utmSource?.toLowerCase() ?? source?.referrerHost ?? null;
