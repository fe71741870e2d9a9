import type { ChangedEntry, EntryContact } from '../../core/customer-database/connector.ts';
import { changeMetadata, readMetadata } from '../../core/questions/metadata.ts';

/** The most characters that are read of a member of metadata. The account may have put more there. */
export const METADATA_MAX = 65_536;

/** A row as it is read, with the members of its metadata as JSON; null: none, or too long. */
export interface ContactRow {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly answers: string | null;
  readonly consents: string | null;
  readonly source: string | null;
}

function parsed(json: string | null): unknown {
  try {
    return json === null ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}

export const toContact = ({ id, email, name, answers, consents, source }: ContactRow): EntryContact => ({
  id,
  email,
  name,
  ...readMetadata({ answers: parsed(answers), consents: parsed(consents), source: parsed(source) }),
});

/** A row that is about to be changed. */
export interface ChangeableRow {
  readonly id: string;
  readonly name: string | null;
  readonly metadata: string | null;
}

/** The rows as they are after these changes. */
export const changeRows = (rows: readonly ChangeableRow[], entries: readonly ChangedEntry[]) =>
  rows.flatMap(({ id, name, metadata }) => {
    const change = entries.find(entry => entry.id === id)?.change;
    if (!change) return [];
    const changed = changeMetadata(parsed(metadata), change);
    return [{ id, name: change.name === undefined ? name : change.name, metadata: changed }];
  });
