import * as z from 'zod';
import { audienceMembers } from '../audiences/audience.ts';
import { CONNECTOR_LIMITS, type RowSearch } from '../customer-database/connector.ts';
import { digestEmail } from '../identity/email-digest.ts';
import { isBlank } from '../kernel/blank.ts';
import { ValidationError } from '../kernel/errors.ts';
import { text } from '../kernel/schemas.ts';
import { unknownAnswers } from '../questions/answers.ts';
import { largestSources, OTHER } from '../questions/counts.ts';
import { plainOption, type Question } from '../questions/question.ts';
import type { WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { askDatabase } from './complete-contacts.ts';
import type { ContactFilter, EntryFilter } from './entry-store.ts';
import type { EntryServices } from './services.ts';

/** The part of an operation's context that a list needs. */
export interface ListContext<Services>
  extends Pick<WaitlistContext<Services>, 'waitlist' | 'services' | 'site'> {
  readonly caller: { readonly account: { readonly id: string } };
}

/** Members of an input that choose people of a waitlist. */
export const filterMembers = () => ({
  q: text({ max: 254 }).optional().meta({ description: 'Part of email or name' }),
  email: text({ min: 1, max: 254 }).optional().meta({ description: 'Only this address' }),
  ...audienceMembers(),
});

/** A filter as it was sent. */
export const SentFilter = () => z.object(filterMembers());
export type SentFilter = z.output<ReturnType<typeof SentFilter>>;

/**
 * Checks the answers of a filter.
 * @returns counted answers, which have facets, and texts, which only contacts have
 */
function splitAnswers(questions: readonly Question[], sent: Readonly<Record<string, string | boolean>>) {
  const wrong = unknownAnswers(questions, sent);
  if (wrong.length > 0) throw new ValidationError(wrong);
  const asked = questions.flatMap(question =>
    Object.hasOwn(sent, question.key) ? [{ question, value: String(sent[question.key]) }] : [],
  );
  const counted = asked.filter(({ question }) => question.type !== 'text');
  const texts = asked.filter(({ question }) => question.type === 'text');
  return {
    answers: counted.map(({ question: { key, options = [] }, value }) => ({
      key,
      value: options.find(option => plainOption(option) === plainOption(value)) ?? value,
    })),
    texts: texts.map(({ question: { key }, value }) => ({ key, value: value.trim() })),
  };
}

/**
 * Asks the attached database too who has the contact.
 * @throws {ApiError} `external_database_unavailable`, `rate_limited`
 */
async function findContact(
  { caller, waitlist, services }: ListContext<EntryServices>,
  search: RowSearch,
): Promise<ContactFilter> {
  const list = { accountId: caller.account.id, waitlistId: waitlist.id };
  const { storage } = await services.entries.pageByIds({ ...list, entryIds: [] });
  const outside = storage
    ? await askDatabase(services, storage, (connector, target) => connector.search(target, search))
    : [];
  if (outside.length > CONNECTOR_LIMITS.search)
    throw ValidationError.at(
      search.part === null ? 'answers' : 'q',
      `matches more than ${CONNECTOR_LIMITS.search.toLocaleString('en')} people in your database: narrow it down`,
    );
  return { ...search, outside };
}

/** The sources that `source` means. `other` means all sources that the statistics do not name. */
async function sourcesOf(
  { waitlist, services }: ListContext<EntryServices>,
  source: string,
): Promise<readonly string[]> {
  if (source !== OTHER) return [source];
  const { sources } = await services.statistics.facets(waitlist.id);
  const named = new Set(largestSources(sources).map(each => each.source));
  return [OTHER, ...sources.map(each => each.source).filter(each => !named.has(each))];
}

/**
 * The filter of an input.
 * @throws {ApiError} `external_database_unavailable`, `rate_limited`; {ValidationError}
 */
export async function toFilter(
  context: ListContext<EntryServices>,
  {
    q = '',
    email,
    status,
    joinedAfter,
    joinedBefore,
    source,
    language,
    minReferrals = 0,
    answers: sent = {},
  }: SentFilter,
): Promise<EntryFilter> {
  const { waitlist, services } = context;
  const { answers, texts } = splitAnswers(waitlist.questions, sent);
  const part = isBlank(q) ? null : q.trim();
  return {
    status: status ?? null,
    digest: email === undefined ? null : digestEmail(await services.digestKey(), email),
    joinedAfter: joinedAfter === undefined ? null : new Date(joinedAfter),
    joinedBefore: joinedBefore === undefined ? null : new Date(joinedBefore),
    minReferrals,
    answers,
    language: language ?? null,
    sources: source === undefined ? null : await sourcesOf(context, source),
    contact:
      part === null && texts.length === 0 ? null : await findContact(context, { part, answers: texts }),
  };
}
