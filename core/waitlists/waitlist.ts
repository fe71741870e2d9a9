import type { OperationContext } from '../kernel/operation.ts';
import { pageUrl, type Site } from '../kernel/site.ts';
import type { Language } from '../languages/language.ts';
import { isBuiltIn, type StoredDesign, toDesign } from '../page-code/design.ts';
import { pageCodeOf } from '../page-code/templates/templates.ts';
import { type Question, showQuestion } from '../questions/question.ts';
import type { Waitlist } from './schemas.ts';
import type { Translations } from './translations.ts';

/** A stored waitlist. Its page code can be large, so it is left out. */
export interface WaitlistRecord
  extends Readonly<
    Omit<Waitlist, 'createdAt' | 'url' | 'design' | 'questions' | 'languages' | 'translations'>
  > {
  readonly questions: readonly Question[];
  /** The first is the language of its texts. */
  readonly languages: readonly Language[];
  readonly translations: Translations;
  readonly design: StoredDesign;
  readonly createdAt: Date;
}

export interface PageCode {
  /** Null for a built-in template. */
  readonly pageCode: string | null;
}

/** A waitlist in a list: translations can be large, so they are left out. */
export type ListedWaitlist = Omit<WaitlistRecord, 'translations'>;

/** A waitlist as the API shows it. */
export const toWaitlist = (record: ListedWaitlist & Partial<WaitlistRecord>, site: Site): Waitlist => ({
  ...record,
  languages: [...record.languages],
  design: toDesign(record.design),
  questions: record.questions.map(showQuestion),
  createdAt: record.createdAt.toISOString(),
  url: pageUrl(site, record.slug),
});

interface ShownWaitlist {
  readonly waitlist: Waitlist & { readonly reactCode?: string };
}

/** The answer of `get_waitlist`: also the code that visitors get, unless it is not wanted. */
export function showWaitlist(
  { pageCode, ...record }: WaitlistRecord & PageCode,
  site: Site,
  { includeCode }: { readonly includeCode: boolean },
): ShownWaitlist {
  const waitlist = toWaitlist(record, site);
  if (!includeCode) return { waitlist };
  return { waitlist: { ...waitlist, reactCode: pageCodeOf(pageCode, record.design) } };
}

/** The members that tell two versions apart. The code of our own templates follows from their names, and is long to hash. */
export const versionOf = ({ waitlist }: ShownWaitlist): unknown =>
  isBuiltIn(waitlist.design.template) ? { ...waitlist, reactCode: undefined } : waitlist;

/** Refuses to change a waitlist that differs from what the caller has read. */
export const checkUnchanged = ({
  precondition,
  site,
}: OperationContext<unknown>): ((current: WaitlistRecord & PageCode) => void) | undefined =>
  precondition &&
  (current =>
    precondition(
      ...[true, false].map(includeCode => versionOf(showWaitlist(current, site, { includeCode }))),
    ));
