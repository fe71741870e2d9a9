import { notFound } from '../kernel/errors.ts';
import { isUuid } from '../kernel/schemas.ts';
import type { Sender } from './schemas.ts';
import { keyOf, recordsOf } from './sender-records.ts';
import type { SenderRow } from './sender-store.ts';

/** A sender as the API returns it. */
export function toSender(row: SenderRow, region: string): Sender {
  const { id, email, name, state, reason, checkedAt, details } = row;
  return {
    id,
    email,
    name,
    state,
    records: recordsOf({ ...row, region }, details).map(record => ({
      ...record,
      found: details.found?.includes(keyOf(record)) ?? false,
    })),
    reason,
    checkedAt: checkedAt?.toISOString() ?? null,
  };
}

export const noSender = () => notFound('sender');

/** The UUID in a path; null if it is not one. */
export const toSenderId = (text: string): string | null => (isUuid(text) ? text.toLowerCase() : null);
