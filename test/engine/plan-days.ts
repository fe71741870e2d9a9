import { randomUUID } from 'node:crypto';
import { expect, jest } from '@jest/globals';
import pg from 'pg';
import { createEntryStore } from '../../adapters/postgres/entries/entry-store.ts';
import { createInvitationEmails } from '../../adapters/postgres/invitations/invitation-emails.ts';
import { createInvitationStore } from '../../adapters/postgres/invitations/invitation-store.ts';
import { createOutboxStore } from '../../adapters/postgres/outbox/outbox-store.ts';
import { createWaitlistStore } from '../../adapters/postgres/waitlists/waitlist-store.ts';
import { expireInvitationsJob } from '../../core/invitations/expire-invitations.ts';
import type { InvitationMail } from '../../core/invitations/invitation-emails.ts';
import { remindInvitationsJob } from '../../core/invitations/remind-invitations.ts';
import { invitationPlanJob } from '../../core/invitations/run-plan.ts';
import type { InvitationJobServices } from '../../core/invitations/services.ts';
import { ALL_SCOPES } from '../../core/kernel/scopes.ts';
import { defineJob, type JobDefinition } from '../../core/outbox/job.ts';
import { runOutbox } from '../../core/outbox/run-outbox.ts';
import { changePlan } from '../../core/waitlists/change-plan.ts';
import type { InvitationPlanInput } from '../../core/waitlists/invitation-plan.ts';
import { modelNextRun } from '../support/plan-clock.ts';
import { callJoin, type Engine, invitationOf, KEY, signupOf } from './engine-fixture.ts';
import type { DayStep } from './plan-steps.ts';

const DAY_MS = 86_400_000;

interface Person {
  readonly seq: number;
  readonly id: string;
  readonly digest: Buffer;
  status: 'waiting' | 'invited' | 'accepted' | 'erased';
  isStopped: boolean;
  batch: string | null;
  expiresAt: number;
}

interface Reminder {
  readonly batch: string;
  readonly at: number;
}

/** Postgres and Node both tell a time that stands still until it is set. */
async function openClock(engine: Engine) {
  await engine.pool.query(`
    CREATE TABLE simulated_time (now timestamptz NOT NULL);
    INSERT INTO simulated_time VALUES ('2026-01-01');
    CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT t.now FROM public.simulated_time t';
    CREATE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT t.now FROM public.simulated_time t';
    ALTER TABLE outbox ALTER available_at SET DEFAULT public.now(), ALTER created_at SET DEFAULT public.now();
    ALTER TABLE invitation_batches ALTER created_at SET DEFAULT public.now()`);
  const pool = new pg.Pool({
    connectionString: engine.pool.options.connectionString,
    max: 4,
    // Where these are found before those of Postgres.
    options: '-c search_path=public,pg_catalog',
  });
  pool.on('error', () => {});
  jest.useFakeTimers({
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
  return {
    pool,
    async set(time: number) {
      jest.setSystemTime(time);
      await pool.query('UPDATE simulated_time SET now = $1', [new Date(time)]);
    },
    async stop() {
      jest.useRealTimers();
      await pool.end();
    },
  };
}

/** After a batch was made. */
class Crash extends Error {}

/** Emails of this kind are taken down, and settled as sent ones are. */
const mailJob = (kind: string, mail: InvitationMail, sent: string[], pool: pg.Pool) => {
  const emails = createInvitationEmails(pool);
  return defineJob({
    kind,
    lane: { slots: 500 },
    run: () => async (job: { waitlistId: string; payload: unknown }) => {
      const ref = { ...(job.payload as { invitationId: string }), waitlistId: job.waitlistId };
      const [invited] = await emails.find(mail, [ref]);
      if (!invited) return 'done' as const;
      sent.push(`${mail} ${ref.invitationId}`);
      if (mail === 'invitation') await emails.settle([ref.invitationId]);
      return 'done' as const;
    },
  });
};

/** A waitlist with a plan and its model, over simulated days. Nobody moves, so everyone's place is their number. */
export async function openPlanDays(engine: Engine, start: number) {
  const clock = await openClock(engine);
  const { pool } = clock;
  await clock.set(start);
  const { accountId } = engine;
  const waitlistId = await engine.createWaitlist();
  await pool.query(`UPDATE waitlists SET invite_url = 'https://rocket.example/' WHERE id = $1`, [waitlistId]);
  const invitations = createInvitationStore(pool);
  const waitlists = createWaitlistStore(pool);
  const outbox = createOutboxStore(pool);
  let crashes = 0;
  const services = {
    site: {},
    waitlists,
    entries: createEntryStore(pool),
    digestKey: async () => KEY,
    invitations: {
      ...invitations,
      async advancePlan(...run: Parameters<typeof invitations.advancePlan>) {
        if (crashes > 0) {
          crashes--;
          throw new Crash();
        }
        await invitations.advancePlan(...run);
      },
    },
  } as unknown as InvitationJobServices;
  const mailed: string[] = [];
  const failures: unknown[] = [];

  const people: Person[] = [];
  let plan: InvitationPlanInput | null = null;
  let nextRun: number | null = null;
  let plannedBatches = 0;
  const reminders: Reminder[] = [];
  const expectedMail: string[] = [];
  let unsent: { readonly id: string; readonly batch: string; readonly person: Person }[] = [];
  let now = start;

  const open = () => people.filter(({ status }) => status === 'invited');
  const nextInLine = (count: number) =>
    people.filter(({ status, isStopped }) => status === 'waiting' && !isStopped).slice(0, Math.max(0, count));
  const erased = (person: Person) => person.status === 'erased';

  async function join(count: number): Promise<void> {
    const signups = Array.from({ length: count }, () => signupOf(`${randomUUID()}@x.test`));
    await callJoin(pool, waitlistId, signups);
    for (const { entryId, emailDigest } of signups)
      people.push({
        seq: people.length + 1,
        id: entryId,
        digest: Buffer.from(emailDigest),
        status: 'waiting',
        isStopped: false,
        batch: null,
        expiresAt: 0,
      });
  }

  /** Notes who is in a batch that was just made: exactly these. */
  async function note(batch: string, members: readonly Person[], expiresAt: number): Promise<void> {
    const { rows } = await pool.query<{ id: string; seq: number }>(
      'SELECT id, seq FROM invitations WHERE batch_id = $1 ORDER BY seq',
      [batch],
    );
    expect(rows.map(({ seq }) => seq)).toEqual(members.map(({ seq }) => seq));
    for (const person of members) Object.assign(person, { status: 'invited', batch, expiresAt });
    for (const [index, person] of members.entries())
      unsent.push({ id: rows[index]?.id ?? '', batch, person });
  }

  const run = async (...jobs: JobDefinition<never>[]): Promise<void> => {
    await runOutbox({
      outbox,
      jobs: jobs.map(job => job.start(services as never)),
      remainingMs: () => 60_000,
      onFailure: (_, error) => failures.push(error),
    });
    expect(failures.filter(failure => !(failure instanceof Crash))).toEqual([]);
  };

  async function expire(): Promise<void> {
    await run(expireInvitationsJob);
    for (const person of open())
      if (person.expiresAt <= now) Object.assign(person, { status: 'waiting', batch: null });
  }

  async function runPlan(): Promise<void> {
    const before = await pool.query<{ id: string }>(
      'SELECT id FROM invitation_batches WHERE waitlist_id = $1 AND planned',
      [waitlistId],
    );
    await run(invitationPlanJob);
    const { rows } = await pool.query<{ id: string }>(
      'SELECT id FROM invitation_batches WHERE waitlist_id = $1 AND planned AND id <> ALL ($2)',
      [waitlistId, before.rows.map(({ id }) => id)],
    );
    if (plan === null || nextRun === null || nextRun > now) {
      expect(rows).toEqual([]);
      return;
    }
    const { count, maxOpen, expiresInDays, remindAfterDays } = plan;
    const members = nextInLine(Math.min(count, maxOpen === null ? count : maxOpen - open().length));
    nextRun = modelNextRun(plan, new Date(now)).getTime();
    expect(rows).toHaveLength(members.length > 0 ? 1 : 0);
    const [batch] = rows;
    if (!batch) return;
    plannedBatches++;
    await note(batch.id, members, now + expiresInDays * DAY_MS);
    if (remindAfterDays !== null) reminders.push({ batch: batch.id, at: now + remindAfterDays * DAY_MS });
  }

  async function remind(): Promise<void> {
    await run(remindInvitationsJob, mailJob('invitation_reminder', 'reminder', mailed, pool) as never);
    for (const due of reminders.filter(({ at }) => at <= now)) {
      reminders.splice(reminders.indexOf(due), 1);
      const { rows } = await pool.query<{ id: string; seq: number }>(
        'SELECT id, seq FROM invitations WHERE batch_id = $1',
        [due.batch],
      );
      for (const { id, seq } of rows) {
        const person = people[seq - 1];
        if (person?.status === 'invited' && person.batch === due.batch && person.expiresAt > now)
          expectedMail.push(`reminder ${id}`);
      }
    }
  }

  /** The worker runs, and everything is as in the model. */
  async function work(): Promise<void> {
    await expire();
    await runPlan();
    await run(mailJob('invitation_email', 'invitation', mailed, pool) as never);
    for (const { id, batch, person } of unsent)
      if (person.status === 'invited' && person.batch === batch) expectedMail.push(`invitation ${id}`);
    unsent = [];
    await remind();
    const queue = await engine.readQueue(waitlistId);
    expect(queue.map(({ status }) => status)).toEqual(
      people.map(person => (erased(person) ? 'waiting' : person.status)),
    );
    expect([...mailed].sort()).toEqual([...expectedMail].sort());
  }

  async function setPlan(input: InvitationPlanInput | null): Promise<void> {
    const waitlist = await waitlists.find(accountId, { id: waitlistId });
    if (!waitlist) throw new Error('The waitlist is gone');
    const change = changePlan({ key: { scopes: ALL_SCOPES } } as never, waitlist, { invitationPlan: input });
    await waitlists.update(accountId, waitlistId, {}, () => change);
    if (change.invitationPlan === undefined) return;
    plan = input;
    nextRun = input === null || input.paused ? null : modelNextRun(input, new Date(now)).getTime();
  }

  async function play(step: DayStep): Promise<void> {
    const chosen = (of: readonly Person[], nth: number) => of[nth % Math.max(1, of.length)];
    switch (step.do) {
      case 'join':
        return join(step.count);
      case 'plan':
        return setPlan(step.plan);
      case 'crash':
        crashes = 1;
        return;
      case 'invite': {
        const members = nextInLine(step.count);
        const request = invitationOf(engine, waitlistId, { count: step.count });
        const batch = await invitations.invite({ ...request, expiresAt: new Date(now + 7 * DAY_MS) });
        if (batch) await note(batch.id, members, now + 7 * DAY_MS);
        return;
      }
      case 'redeem': {
        const person = chosen(open(), step.nth);
        if (!person || person.expiresAt <= now) return;
        const { rows } = await pool.query<{ hash: Buffer }>(
          'SELECT code_hash AS hash FROM invitations WHERE batch_id = $1 AND seq = $2',
          [person.batch, person.seq],
        );
        expect(
          await invitations.redeem(accountId, rows[0]?.hash ?? Buffer.alloc(0), randomUUID()),
        ).toMatchObject({
          entryId: person.id,
        });
        person.status = 'accepted';
        return;
      }
      case 'withdraw_one': {
        const person = chosen(open(), step.nth);
        if (!person?.batch) return;
        const ref = { accountId, waitlistId, batchId: person.batch, entryId: person.id };
        expect(await invitations.withdrawOne(ref)).not.toBeNull();
        Object.assign(person, { status: 'waiting', batch: null });
        return;
      }
      case 'withdraw': {
        const person = chosen(open(), step.nth);
        if (!person?.batch) return;
        const { batch } = person;
        await invitations.withdraw(accountId, waitlistId, batch);
        for (const each of open())
          if (each.batch === batch) Object.assign(each, { status: 'waiting', batch: null });
        return;
      }
      case 'erase': {
        const person = chosen(
          people.filter(each => !erased(each)),
          step.nth,
        );
        if (!person) return;
        await pool.query('SELECT erase_entry($1, $2, $3)', [accountId, waitlistId, person.id]);
        person.status = 'erased';
        return;
      }
      case 'stop': {
        const person = chosen(
          people.filter(each => !erased(each)),
          step.nth,
        );
        if (!person) return;
        const { stopOf } = invitationOf(engine, waitlistId, { count: 1 });
        await pool.query(
          'INSERT INTO email_stops (waitlist_id, digest) VALUES ($1, $2) ON CONFLICT DO NOTHING',
          [waitlistId, stopOf(person.digest)],
        );
        person.isStopped = true;
      }
    }
  }

  /** A day passes, and then these things happen. Without a worker, everything that is due waits. */
  async function pass(steps: readonly DayStep[], isUp: boolean): Promise<void> {
    const end = now + DAY_MS;
    while (isUp) {
      const { rows } = await pool.query<{ due: Date | null }>(
        `SELECT min(available_at) AS due FROM outbox WHERE kind LIKE '%invitation%' AND available_at <= $1`,
        [new Date(end)],
      );
      const due = rows[0]?.due;
      if (!due) break;
      now = Math.max(now, due.getTime());
      await clock.set(now);
      await work();
    }
    now = end;
    await clock.set(now);
    for (const step of steps) await play(step);
  }

  return {
    join,
    setPlan,
    pass,
    /** How many batches the plan should have made, and the store has. */
    async batches(): Promise<readonly [expected: number, made: number]> {
      const { rows } = await pool.query<{ made: number }>(
        'SELECT count(*)::integer AS made FROM invitation_batches WHERE waitlist_id = $1 AND planned',
        [waitlistId],
      );
      return [plannedBatches, rows[0]?.made ?? 0];
    },
    stop: clock.stop,
  };
}
