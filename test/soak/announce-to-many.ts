import { setTimeout as delay } from 'node:timers/promises';
import { withClient } from '../../adapters/postgres/kernel/with-client.ts';
import type { Announcement } from '../../core/announcements/schemas.ts';
import { type ApiClient, createApiClient } from '../support/api-client.ts';
import type { Verdict } from './audit.ts';
import { checkMany } from './audit-announcements.ts';
import { type Arena, blow, kills } from './faults.ts';
import type { Ledger, Moment } from './ledger.ts';
import { createLists } from './lists.ts';
import { GRACE_MS, outageAt } from './outages.ts';
import type { Stage } from './stage.ts';

/** The list is not one of the load, so nobody else sends to it or leaves it. */
const LIST = { slug: 'many', share: 0, boost: 0 };
const SUBJECT = 'News for many';
const BODY = 'Hi {{name|friend}}, you are {{position}}, and {{ahead}} are ahead.';
/** The most people of one call. */
const ADDED = 500;
const POLL_MS = 1_000;
/** A job of a killed server is taken up again after two minutes. */
const PATIENCE_MS = 20 * 60_000;

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline; await delay(POLL_MS))
    if (await isTrue()) return;
  throw new Error(`Waited ${PATIENCE_MS / 60_000} minutes for the announcement in vain`);
}

async function addPeople(api: ApiClient, people: readonly string[]): Promise<void> {
  for (let first = 0; first < people.length; first += ADDED) {
    const some = people.slice(first, first + ADDED).map(email => ({ email }));
    const { status } = await api.post(`/api/v1/waitlists/${LIST.slug}/entries`, { people: some });
    if (status !== 200) throw new Error(`Adding people answered ${status}`);
  }
}

/** When the people of the load joined, by referral code. */
async function readJoins({ databaseUrl }: Stage, ledger: Ledger): Promise<Map<string, Moment>> {
  const { rows } = await withClient({ connectionString: databaseUrl }, client =>
    client.query<{ code: string; at: Date }>('SELECT referral_code AS code, created_at AS at FROM entries'),
  );
  const startedAt = Date.now() - ledger.now();
  return new Map(rows.map(({ code, at }) => [code, at.getTime() - startedAt]));
}

/** The slowest confirmation email of those who joined since then, by what was broken meanwhile. */
async function slowestConfirmations(stage: Stage, ledger: Ledger, since: Moment): Promise<string> {
  const joins = await readJoins(stage, ledger);
  const slowest = new Map<string, number>();
  for (const [code, { sent }] of ledger.mail) {
    const joined = joins.get(code) ?? 0;
    const [first = joined] = sent;
    if (joined < since) continue;
    const during = outageAt(ledger.outages, 'service', joined, first, GRACE_MS)?.fault ?? 'calm';
    slowest.set(during, Math.max(slowest.get(during) ?? 0, first - joined));
  }
  return [...slowest].map(([during, ms]) => `${(ms / 1_000).toFixed(1)} s (${during})`).join(', ');
}

/** Sends one announcement to so many people, and kills Postgres and the server meanwhile. */
export async function announceToMany(arena: Arena, recipients: number): Promise<Verdict> {
  const { stage, ledger, log } = arena;
  const [list] = await createLists(stage, [LIST]);
  const api = createApiClient(stage.url, list?.key);
  const people = Array.from({ length: recipients }, (_, n) => `many-${n}@soak.test`);
  await addPeople(api, people);
  const path = `/api/v1/waitlists/${LIST.slug}/announcements`;
  const made = await api.post(path, { subject: SUBJECT, body: BODY });
  const one = `${path}/${made.body.announcement.id}`;
  const read = async (): Promise<Announcement | undefined> => (await api.get(one)).body.announcement;
  const since = ledger.now();
  log(`${(since / 1000).toFixed(0)} s: an announcement to ${recipients} people`);
  const started = await api.post(`${one}/send`, {});
  if (started.status !== 202) throw new Error(`Sending an announcement answered ${started.status}`);

  const mail = () => ledger.announcementMail.get(SUBJECT) ?? new Map<string, number>();
  const faults = kills(stage);
  for (const [index, fault] of faults.entries()) {
    await until(() => mail().size >= (recipients * (index + 1)) / (faults.length + 1));
    await blow(arena, fault, 0);
  }
  await until(async () => (await read())?.state === 'sent');
  log(`${(ledger.now() / 1000).toFixed(0)} s: it has ended`);
  const slowest = await slowestConfirmations(stage, ledger, since);
  const ended = await read();
  if (!ended) throw new Error('The announcement cannot be read');
  const verdict = checkMany(ended, mail(), people);
  return { ...verdict, note: `${verdict.note}; slowest confirmations meanwhile: ${slowest}` };
}
