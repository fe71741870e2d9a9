import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createAccountStore } from '../../../adapters/postgres/account/account-store.ts';
import { createOutboxStore } from '../../../adapters/postgres/outbox/outbox-store.ts';
import { createSenderStore } from '../../../adapters/postgres/senders/sender-store.ts';
import {
  createSenderNotices,
  createSenderWorkStore,
} from '../../../adapters/postgres/senders/sender-work-store.ts';
import { createSesIdentities } from '../../../adapters/ses/identities.ts';
import type { RecordDns } from '../../../core/domains/domain-dns.ts';
import type { Email } from '../../../core/email/email.ts';
import { EXTERNAL_RESERVE_MS } from '../../../core/outbox/job.ts';
import { type OutboxReport, runOutbox } from '../../../core/outbox/run-outbox.ts';
import { reconcileSenderJob } from '../../../core/senders/reconcile-sender.ts';
import { senderNoticeJob } from '../../../core/senders/send-sender-notice.ts';
import { keyOf, type NeededRecord, recordsOf } from '../../../core/senders/sender-records.ts';
import type { SenderRow } from '../../../core/senders/sender-store.ts';
import { startSes } from '../../../local/stand-ins/ses.ts';
import { SesIdentities } from '../../../local/stand-ins/ses-identities.ts';
import type { StandIn } from '../../../local/stand-ins/stand-in.ts';
import { createTestDatabase } from '../../support/database.ts';

const REGION = 'eu-central-1';
export const TAG = { name: 'anteroom-stage', value: 'test' };

/** Everything around the checks of senders: a database, a fake SES, DNS, and a clock for both fakes. */
export class World {
  readonly pool: pg.Pool;
  readonly drop: () => Promise<void>;
  accountIds: readonly string[] = [];
  /** Records by type and name. Null: the name servers do not answer. */
  readonly zone = new Map<string, readonly string[] | null>();
  readonly notices: Email[] = [];
  clock = Date.now();
  quota = 100;
  identities: SesIdentities;
  ses!: StandIn;

  private constructor(pool: pg.Pool, drop: () => Promise<void>) {
    this.pool = pool;
    this.drop = drop;
    const world = this;
    this.identities = new SesIdentities({
      sees: ({ domain, tokens, mailFrom }, what) =>
        what === 'dkim'
          ? tokens.every(token => world.zone.get(`CNAME ${token}._domainkey.${domain}`)?.length)
          : (world.zone.get(`MX ${mailFrom?.domain}`)?.length ?? 0) > 0,
      lookMs: 1_000,
      get quota() {
        return world.quota;
      },
      now: () => world.clock,
    });
  }

  static async open(): Promise<World> {
    const database = await createTestDatabase();
    const pool = new pg.Pool({ connectionString: database.url, max: 6 });
    pool.on('error', () => {});
    const world = new World(pool, database.drop);
    world.ses = await startSes({
      mailbox: { append: async () => {} },
      identities: world.identities,
      from: 'hello@anteroom.example',
    });
    const { rows } = await pool.query(
      `INSERT INTO accounts (email, plan) VALUES ('a@example.com', 'pro'), ('b@example.com', 'pro') RETURNING id`,
    );
    world.accountIds = rows.map(({ id }) => id);
    return world;
  }

  async close(): Promise<void> {
    await this.ses.stop();
    await this.pool.end();
    await this.drop();
  }

  get adapter() {
    return createSesIdentities({ region: REGION, endpoint: this.ses.endpoint, tag: TAG });
  }

  get store() {
    return createSenderStore(this.pool);
  }

  async add(email: string, accountId = this.accountIds[0] as string) {
    const domain = email.slice(email.indexOf('@') + 1);
    return this.store.save(accountId, randomUUID(), { email, name: 'Acme', domain });
  }

  async added(email: string, accountId?: string): Promise<SenderRow> {
    const row = await this.add(email, accountId);
    if (typeof row === 'string') throw new Error(row);
    return row;
  }

  /** The sender as it is stored now. */
  async row({ accountId, id }: SenderRow): Promise<SenderRow> {
    const row = await this.store.find(accountId, id);
    if (!row) throw new Error('The sender is gone');
    return row;
  }

  async records(sender: SenderRow): Promise<readonly NeededRecord[]> {
    const { details, ...of } = await this.row(sender);
    return recordsOf({ ...of, region: REGION }, details);
  }

  /** Creates DNS records of a sender: those that it lists, or those chosen. */
  async publish(sender: SenderRow, choose: (record: NeededRecord) => boolean = () => true): Promise<void> {
    for (const record of (await this.records(sender)).filter(choose)) {
      const others = this.zone.get(keyOf(record)) ?? [];
      this.zone.set(keyOf(record), [...new Set([...others, record.value])]);
    }
  }

  async unpublish(sender: SenderRow, choose: (record: NeededRecord) => boolean): Promise<void> {
    for (const record of (await this.records(sender)).filter(choose)) this.zone.delete(keyOf(record));
  }

  /** One run of a worker over all due jobs. */
  run(): Promise<OutboxReport> {
    const dns: RecordDns = {
      records: async (type, name) => {
        const values = this.zone.get(`${type} ${name}`);
        return values === undefined ? [] : values;
      },
    };
    const end = Date.now() + EXTERNAL_RESERVE_MS + 5_000;
    return runOutbox({
      outbox: createOutboxStore(this.pool),
      jobs: [
        reconcileSenderJob.start({
          senderWork: createSenderWorkStore(this.pool),
          identities: this.adapter,
          dns,
          region: REGION,
          wakeAfter: async () => {},
        }),
        senderNoticeJob.start({
          senderNotices: createSenderNotices(this.pool),
          site: {
            baseUrl: 'https://anteroom.example',
            licensePriceUsd: 49,
            proPriceUsd: 149,
            allowInsecureLoopback: false,
          },
          digestKey: async () => Buffer.alloc(32),
          suppressions: { isSuppressed: async () => false },
          mailer: { send: async email => void this.notices.push(email) },
          onUnsent: () => {},
        }),
      ],
      remainingMs: () => end - Date.now(),
      onFailure: () => {},
    });
  }

  /** Makes jobs due: those of the next hour, or all of them. */
  async pass(what: 'soon' | 'all' = 'soon', ms = 2_000): Promise<void> {
    this.clock += ms;
    await this.pool.query(
      `UPDATE outbox SET available_at = now() WHERE parked_at IS NULL AND ($1 OR available_at < now() + interval '1 hour')`,
      [what === 'all'],
    );
  }

  async settle(rounds = 4, what: 'soon' | 'all' = 'soon'): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      await this.pass(what);
      await this.run();
    }
  }

  /** A sender whose records are all there. */
  async active(email: string, accountId?: string): Promise<SenderRow> {
    const sender = await this.added(email, accountId);
    await this.settle(1);
    await this.publish(sender);
    await this.settle();
    const row = await this.row(sender);
    if (row.state !== 'active') throw new Error(`${row.state}: ${row.reason}`);
    this.notices.length = 0;
    return row;
  }

  get identityNames(): readonly string[] {
    return this.identities.all.map(({ domain }) => domain);
  }

  async claims(): Promise<
    { domain: string; state: string; account_id: string | null; is_wanted: boolean }[]
  > {
    const { rows } = await this.pool.query(
      'SELECT domain, state, account_id, is_wanted FROM sender_domains ORDER BY domain, id',
    );
    return rows;
  }

  async deleteAccount(id: string): Promise<void> {
    await createAccountStore(this.pool).deleteAccount(id);
  }

  async reset(): Promise<void> {
    await this.pool.query('DELETE FROM senders');
    await this.pool.query('DELETE FROM sender_domains');
    await this.pool.query('DELETE FROM outbox');
    for (const { domain } of this.identities.all) this.identities.delete(domain);
    this.zone.clear();
    this.notices.length = 0;
    this.quota = 100;
  }
}
