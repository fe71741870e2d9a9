import * as z from 'zod';
import type { Answers } from './answers.ts';
import { type Source, SourceInput, toSource } from './source.ts';
import type { Consents } from './stored-answers.ts';

const Answer = z.union([z.string(), z.array(z.string()), z.boolean()]);
const Consent = z.object({ label: z.string(), at: z.string() });

/** A change to a person whose data is in the account's own database. */
export const EntryChange = z.object({
  /** Undefined leaves it. */
  name: z.string().nullish(),
  /** By key; null removes one. */
  answers: z.record(z.string(), Answer.nullable()),
  consents: z.record(z.string(), Consent.nullable()),
});
export type EntryChange = z.output<typeof EntryChange>;

/** What an entry has besides its address and name. */
export interface Profile {
  readonly answers: Answers;
  readonly consents: Consents;
  readonly source: Source;
}

/** The metadata of a row in the account's own database. Unknown parts are left out. */
export function toMetadata({
  answers,
  consents,
  source,
  language = null,
}: Profile & { readonly language?: string | null }): Readonly<Record<string, unknown>> {
  return {
    ...(Object.keys(answers).length > 0 && { answers }),
    ...(Object.keys(consents).length > 0 && { consents }),
    ...(Object.values(source).some(part => part !== null) && { source }),
    ...(language !== null && { language }),
  };
}

/** The valid members of an object. The account may have edited the row. */
function fitting<Value>(schema: z.ZodType<Value>, object: unknown): Record<string, Value> {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return {};
  return Object.fromEntries(
    Object.entries(object).flatMap(([key, value]) => {
      const read = schema.safeParse(value);
      return read.success ? [[key, read.data]] : [];
    }),
  );
}

/** Reads an entry's profile from the metadata of its row. */
export function readMetadata(metadata: {
  readonly answers?: unknown;
  readonly consents?: unknown;
  readonly source?: unknown;
}): Profile {
  const source = SourceInput().safeParse(metadata.source);
  return {
    answers: fitting(Answer, metadata.answers),
    consents: fitting(Consent, metadata.consents),
    source: source.success ? source.data : toSource(null),
  };
}

const merge = <Value>(
  known: Readonly<Record<string, Value>>,
  patch: Readonly<Record<string, Value | null>>,
) =>
  Object.fromEntries(
    Object.entries({ ...known, ...patch }).filter((member): member is [string, Value] => member[1] !== null),
  );

/** The answers after a change. A consent to the same label keeps its first date. */
export function changeAnswers<Known extends Pick<Profile, 'answers' | 'consents'>>(
  known: Known,
  change: EntryChange,
): Known {
  const consents = Object.fromEntries(
    Object.entries(change.consents).map(([key, consent]) => {
      const before = Object.hasOwn(known.consents, key) ? known.consents[key] : undefined;
      return [key, consent && before?.label === consent.label ? before : consent];
    }),
  );
  return {
    ...known,
    answers: merge(known.answers, change.answers),
    consents: merge(known.consents, consents),
  };
}

/** A row's metadata after a change. Members that are not ours stay. */
export function changeMetadata(metadata: unknown, change: EntryChange): Readonly<Record<string, unknown>> {
  const known = typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata) ? metadata : {};
  const { answers: _, consents: __, source: ___, ...others } = known as Record<string, unknown>;
  return { ...others, ...toMetadata(changeAnswers(readMetadata(known), change)) };
}
