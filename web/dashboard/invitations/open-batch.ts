import type { InvitationBatch } from './queries.ts';

const SOON_MS = 3 * 24 * 60 * 60_000;

export const isOver = ({ state, expiresAt }: InvitationBatch): boolean =>
  state === 'withdrawn' || Date.parse(expiresAt) <= Date.now();

/** Whether people can accept for only a few more days. */
export const expiresSoon = (batch: InvitationBatch): boolean =>
  !isOver(batch) && batch.accepted < batch.invited && Date.parse(batch.expiresAt) - Date.now() < SOON_MS;
