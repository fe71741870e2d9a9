import { createCopyStore } from '../../adapters/postgres/customer-database/copy-store.ts';
import { createDatabaseStore } from '../../adapters/postgres/customer-database/database-store.ts';
import { createEmailBudget } from '../../adapters/postgres/email/email-budget.ts';
import { createStopStore } from '../../adapters/postgres/email/stop-store.ts';
import { createEntryStore } from '../../adapters/postgres/entries/entry-store.ts';
import { createErasureStore } from '../../adapters/postgres/entries/erasure-store.ts';
import { createOutboxStore } from '../../adapters/postgres/outbox/outbox-store.ts';
import { createConfirmationStore } from '../../adapters/postgres/signups/confirmation-store.ts';
import type { Connector } from '../../core/customer-database/connector.ts';
import { copySignupsJob } from '../../core/customer-database/copy-signups.ts';
import type { CopyStore } from '../../core/customer-database/copy-store.ts';
import { digestIdentity } from '../../core/customer-database/database.ts';
import type { ListedEntry } from '../../core/entries/entry-store.ts';
import { forgetReferrerJob } from '../../core/entries/forget-referrer.ts';
import type { RunnableJob } from '../../core/outbox/job.ts';
import { runOutbox } from '../../core/outbox/run-outbox.ts';
import type { Sealer } from '../../core/sealing/sealer.ts';
import { confirmationEmailJob } from '../../core/signups/send-confirmation.ts';
import { createMemoryConnector, type MemoryConnector } from '../support/memory-connector.ts';
import { NO_PACE } from '../support/run-job.ts';
import { callJoin, type Engine, signupOf } from './engine-fixture.ts';

/** Ends a worker partway without any report. */
class Killed extends Error {}

/** Makes every method kill the worker, before or after the call, once `mayGoOn` returns false. */
const killable = <Service extends object>(service: Service, mayGoOn: () => boolean): Service =>
  new Proxy(service, {
    get: (of, name) => {
      const method = Reflect.get(of, name);
      if (typeof method !== 'function') return method;
      return async (...args: unknown[]) => {
        if (!mayGoOn()) throw new Killed();
        const result = await method.apply(of, args);
        if (!mayGoOn()) throw new Killed();
        return result;
      };
    },
  });

const sealer: Sealer = {
  seal: async secret => Buffer.from(secret),
  open: async sealed => sealed.toString(),
};

/** One waitlist, in-memory customer servers, and a worker that runs on demand. */
export interface Copying {
  readonly waitlistId: string;
  readonly connector: MemoryConnector;
  readonly mailed: string[];
  /** Joins as `${name}@x.test`, one at a time. @returns their referral codes */
  join(names: readonly string[], referrerCode?: string | null): Promise<string[]>;
  attach(server: string, password?: string): Promise<Date>;
  detach(): Promise<void>;
  /** Deletes as a user does; a worker does the rest. */
  erase(entryId: string): Promise<void>;
  /** Runs all due jobs. @param calls - kills it after this many calls, which ends its claims */
  work(calls?: number): Promise<void>;
  /** Makes all delayed jobs due now. */
  hasten(): Promise<void>;
  page(offset?: number, limit?: number): Promise<{ entries: readonly ListedEntry[]; total: number }>;
  /** Contacts stored in Anteroom, by seq. */
  contacts(): Promise<{ id: string; email: string }[]>;
  jobs(): Promise<{ kind: string; attempts: number; delay: number; parked: boolean }[]>;
}

/** The names passed to `join`. */
export const emails = (rows: readonly { readonly email: string | null }[]): (string | null)[] =>
  rows.map(({ email }) => email?.replace('@x.test', '') ?? null);

/** Pauses the next append: `reached` resolves when it is waiting, and `open` lets it continue. */
export function gateAppends({ connector }: Copying): { readonly reached: Promise<void>; open(): void } {
  const append = connector.append.bind(connector);
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  connector.append = async (target, entries) => {
    reached.resolve();
    await opened.promise;
    return append(target, entries);
  };
  return { reached: reached.promise, open: () => opened.resolve() };
}

export async function openCopying(engine: Engine, boost = 5): Promise<Copying> {
  const { pool, accountId } = engine;
  const waitlistId = await engine.createWaitlist({ boost });
  const connector = createMemoryConnector();
  const databases = createDatabaseStore(pool);
  const entries = createEntryStore(pool);
  const erasures = createErasureStore(pool);
  const outbox = createOutboxStore(pool);
  const mailed: string[] = [];
  const tableName = 'waitlist_list';

  /** Each test works through its own jobs. */
  const only = ({ kind, ways }: RunnableJob): RunnableJob => ({
    kind,
    ways: ways.map(way => ({
      ...way,
      run(claimed, context) {
        if (claimed.some(job => job.waitlistId !== waitlistId)) throw new Error('A job of another test');
        return way.run(claimed, context);
      },
    })),
  });

  function jobs(mayGoOn: () => boolean): RunnableJob[] {
    const copies: CopyStore = killable(createCopyStore(pool), mayGoOn);
    const guarded: Connector = killable(connector, mayGoOn);
    const mailing = confirmationEmailJob.start({
      site: {
        baseUrl: 'https://a.test',
        licensePriceUsd: 49,
        proPriceUsd: 49,
        allowInsecureLoopback: false,
      },
      confirmations: killable(createConfirmationStore(pool), mayGoOn),
      // Nobody here has referred anybody.
      movedUp: { queue: async () => {} },
      mailer: {
        async send({ to }) {
          if (!mayGoOn()) throw new Killed();
          mailed.push(to);
        },
      },
      stops: createStopStore(pool),
      budget: createEmailBudget(pool),
      limits: { perRecipient: 1_000, perAccount: { free: 1_000_000, pro: 1_000_000 } },
      ownTemplatesAfterHours: 0,
      digestKey: async () => Buffer.alloc(32, 7),
      sentEmails: { record: async () => {} },
      onUnrecorded: () => {},
      onSenderRefused: async () => {},
      onUnsent: () => {},
      pace: NO_PACE,
    });
    return [
      copySignupsJob.start({ copies, connector: guarded, sealer, onCopyFailure: () => {} }),
      forgetReferrerJob.start({ erasures: createErasureStore(pool) }),
      mailing,
    ].map(only);
  }

  async function hasten() {
    await pool.query('UPDATE outbox SET available_at = now() WHERE waitlist_id = $1', [waitlistId]);
  }

  return {
    waitlistId,
    connector,
    mailed,
    hasten,
    async join(names, referrerCode = null) {
      const signups = names.map(name => signupOf(`${name}@x.test`, { referrerCode }));
      for (const signup of signups) await callJoin(pool, waitlistId, [signup]);
      return signups.map(signup => signup.referralCode);
    },
    async attach(server, password = 'secret') {
      const connection = `memory://${server}:${password}`;
      const { identity } = await connector.prepare({
        dbType: 'postgres',
        connectionString: connection,
        tableName,
      });
      const attached = await databases.attach(accountId, waitlistId, {
        dbType: 'postgres',
        tableName,
        identityDigest: digestIdentity(waitlistId, identity),
        connection: Buffer.from(connection),
      });
      if (!attached) throw new Error('The waitlist is gone');
      return attached.attachedAt;
    },
    async detach() {
      await databases.detach(accountId, waitlistId);
    },
    async erase(entryId) {
      const erased = await erasures.erase(accountId, waitlistId, entryId);
      if (!erased) throw new Error('There is no such entry');
      await erasures.forgetReferrer(erased);
    },
    async work(calls = Number.POSITIVE_INFINITY) {
      let left = calls;
      const mayGoOn = () => left-- > 0;
      await runOutbox({
        outbox: calls === Number.POSITIVE_INFINITY ? outbox : killable(outbox, mayGoOn),
        jobs: jobs(mayGoOn),
        remainingMs: () => (left > 0 ? 60_000 : 0),
        onFailure: (_, error) => {
          // A killed worker reports nothing, so nothing is written for it either.
          if (error instanceof Killed) left = 0;
        },
      }).catch(error => {
        if (!(error instanceof Killed)) throw error;
      });
      if (left <= 0) await hasten();
    },
    async page(offset = 0, limit = 200) {
      const page = await entries.page({ accountId, waitlistId, limit, offset, status: null, sort: 'joined' });
      if (!page) throw new Error('The waitlist is gone');
      return page;
    },
    async contacts() {
      const { rows } = await pool.query<{ id: string; email: string }>(
        `SELECT e.id, c.email FROM contacts c JOIN entries e USING (waitlist_id, seq)
         WHERE c.waitlist_id = $1 ORDER BY c.seq`,
        [waitlistId],
      );
      return rows;
    },
    async jobs() {
      const { rows } = await pool.query<{
        kind: string;
        attempts: number;
        delay: number;
        parked: boolean;
      }>(
        `SELECT kind, attempts, extract(epoch FROM available_at - now())::float8 AS delay,
                parked_at IS NOT NULL AS parked
         FROM outbox WHERE waitlist_id = $1 ORDER BY id`,
        [waitlistId],
      );
      return rows;
    },
  };
}
