import pg from 'pg';
import { createCloudFrontEdge } from '../../../adapters/cloudfront/domain-edge.ts';
import { createDomainStore } from '../../../adapters/postgres/domains/domain-store.ts';
import { createDomainWorkStore } from '../../../adapters/postgres/domains/domain-work-store.ts';
import { createOutboxStore } from '../../../adapters/postgres/outbox/outbox-store.ts';
import { createPurgeStore } from '../../../adapters/postgres/waitlists/purge-store.ts';
import { toProof } from '../../../core/domains/domain-claim.ts';
import type { DnsAnswer } from '../../../core/domains/domain-dns.ts';
import type { DomainRecord } from '../../../core/domains/domain-store.ts';
import type { DomainJob } from '../../../core/domains/domain-work-store.ts';
import { reconcileDomainJob } from '../../../core/domains/reconcile-domain.ts';
import { EXTERNAL_RESERVE_MS } from '../../../core/outbox/job.ts';
import type { OutboxStore } from '../../../core/outbox/outbox-store.ts';
import { type OutboxReport, runOutbox } from '../../../core/outbox/run-outbox.ts';
import { purgeWaitlistJob } from '../../../core/waitlists/purge-waitlist.ts';
import {
  type CloudFrontService,
  type Disturbance,
  startCloudFront,
} from '../../../local/stand-ins/cloudfront/service.ts';
import { createTestDatabase } from '../../support/database.ts';

export const ORIGIN = 'cname.anteroom.example';
const POINTING: DnsAnswer = {
  aliases: [ORIGIN],
  addresses: [],
  originAddresses: ['203.0.113.10'],
  authorities: null,
  failed: false,
};
const ABSENT: DnsAnswer = { ...POINTING, aliases: [] };
const ISSUE_MS = 60_000;
const DEPLOY_MS = 30_000;

/** Everything around the reconciler: a database, a fake CloudFront, DNS, and a clock for both fakes. */
export class World {
  readonly pool: pg.Pool;
  readonly drop: () => Promise<void>;
  /** Two accounts. Waitlists belong to the first unless a test says otherwise. */
  accountIds: readonly string[] = [];
  /** Domains whose CNAME points to us, and those of them that CloudFront does not see yet. */
  readonly pointing = new Set<string>();
  readonly unseen = new Set<string>();
  readonly elsewhere = new Set<string>();
  readonly forbidden = new Set<string>();
  /** TXT records: of the domains, all of them together. */
  readonly texts = new Set<string>();
  quota = 100;
  clock = Date.now();
  disturb: (operation: string) => Promise<Disturbance | undefined> | Disturbance | undefined = () =>
    undefined;
  readonly requests: string[] = [];
  cloudFront!: CloudFrontService;

  private constructor(pool: pg.Pool, drop: () => Promise<void>) {
    this.pool = pool;
    this.drop = drop;
  }

  static async open(): Promise<World> {
    const database = await createTestDatabase();
    const pool = new pg.Pool({ connectionString: database.url, max: 6 });
    pool.on('error', () => {});
    const world = new World(pool, database.drop);
    world.cloudFront = await startCloudFront({
      distributionId: 'EDOMAINS',
      connectionGroupId: 'cg_1',
      pointsHere: domain => world.pointing.has(domain) && !world.unseen.has(domain),
      isElsewhere: domain => world.elsewhere.has(domain),
      mayIssue: domain => !world.forbidden.has(domain),
      get quota() {
        return world.quota;
      },
      issueMs: ISSUE_MS,
      deployMs: DEPLOY_MS,
      now: () => world.clock,
      disturb: operation => {
        world.requests.push(operation);
        return world.disturb(operation);
      },
    });
    const { rows } = await pool.query(
      `INSERT INTO accounts (email, plan) VALUES ('a@example.com', 'pro'), ('b@example.com', 'pro') RETURNING id`,
    );
    world.accountIds = rows.map(({ id }) => id);
    return world;
  }

  async close(): Promise<void> {
    await this.cloudFront.stop();
    await this.pool.end();
    await this.drop();
  }

  async waitlist(slug: string, accountId = this.accountIds[0]): Promise<string> {
    const { rows } = await this.pool.query(
      'INSERT INTO waitlists (account_id, slug, name) VALUES ($1, $2, $2) RETURNING id',
      [accountId, slug],
    );
    return rows[0].id;
  }

  async connect(waitlistId: string, domain: string): Promise<DomainRecord | string | null> {
    const { rows } = await this.pool.query('SELECT account_id FROM waitlists WHERE id = $1', [waitlistId]);
    return createDomainStore(this.pool).connect({ accountId: rows[0].account_id, waitlistId }, domain, {
      reason: 'Create it.',
      limit: 50,
    });
  }

  /** Creates the TXT record of the waitlist's claim. */
  async prove(waitlistId: string): Promise<void> {
    const { rows } = await this.pool.query('SELECT id, domain FROM custom_domains WHERE waitlist_id = $1', [
      waitlistId,
    ]);
    for (const { id, domain } of rows) this.texts.add(toProof(domain, id).value);
  }

  release(waitlistId: string): Promise<void> {
    return createDomainStore(this.pool).release(waitlistId);
  }

  async deleteWaitlist(waitlistId: string): Promise<void> {
    await this.pool.query('SELECT delete_waitlist($1, $2)', [this.accountIds[0], waitlistId]);
  }

  /** One run of a worker over all due jobs. @param outbox - unreachable for a worker that dies */
  run(outbox: OutboxStore = createOutboxStore(this.pool)): Promise<OutboxReport> {
    const edge = createCloudFrontEdge({
      distributionId: 'EDOMAINS',
      connectionGroupId: 'cg_1',
      tag: { name: 'anteroom-stage', value: 'test' },
      endpoint: this.cloudFront.endpoint,
      onRefused: () => {},
    });
    const dns = {
      lookUp: async (domain: string) => ({
        ...(this.pointing.has(domain) ? POINTING : ABSENT),
        authorities: this.forbidden.has(domain) ? ['ca.example'] : null,
      }),
      texts: async () => [...this.texts],
    };
    const end = Date.now() + EXTERNAL_RESERVE_MS + 5_000;
    return runOutbox({
      outbox,
      jobs: [
        reconcileDomainJob.start({
          domains: createDomainWorkStore(this.pool),
          edge,
          dns,
          fallbackOrigin: ORIGIN,
          wakeAfter: async () => {},
        }),
        purgeWaitlistJob.start({ purges: createPurgeStore(this.pool) }),
      ],
      remainingMs: () => end - Date.now(),
      onFailure: () => {},
    });
  }

  /** A worker that is killed at its nth request to CloudFront, before or after CloudFront handled it. */
  async runAndDie(atRequest: number, when: Disturbance): Promise<void> {
    let count = 0;
    let dead = false;
    this.disturb = () => {
      if (dead) return 'lose-request';
      if (++count < atRequest) return undefined;
      dead = true;
      return when;
    };
    const living = createOutboxStore(this.pool);
    const unlessDead = <Result>(work: () => Promise<Result>, otherwise: Result) =>
      dead ? Promise.resolve(otherwise) : work();
    await this.run({
      claim: options => unlessDead(() => living.claim(options), []),
      end: ends => unlessDead(() => living.end(ends), 0),
      retryParked: () => living.retryParked(),
      adoptMoved: () => living.adoptMoved(),
      backlog: () => living.backlog(),
    });
    this.disturb = () => undefined;
  }

  /**
   * Time passes: leases end, delays are over, certificates are issued, changes take effect. Jobs that wait for days (the
   * end of a hold, the check of an active domain) keep waiting.
   */
  async pass(ms = 2 * ISSUE_MS): Promise<void> {
    this.clock += ms;
    await this.pool.query(
      `UPDATE outbox SET available_at = now() WHERE parked_at IS NULL AND available_at < now() + interval '1 hour'`,
    );
  }

  /** Days pass. */
  async passDays(): Promise<void> {
    await this.pool.query('UPDATE outbox SET available_at = now() WHERE parked_at IS NULL');
  }

  /** A worker that is held up at its nth request to CloudFront. @returns resumes it and waits until it is done */
  runHeldAt(atRequest: number): { readonly held: Promise<void>; resume(): Promise<void> } {
    let count = 0;
    let letGo = () => {};
    const gate = new Promise<undefined>(resolve => {
      letGo = () => resolve(undefined);
    });
    let reached = () => {};
    const held = new Promise<void>(resolve => {
      reached = resolve;
    });
    this.disturb = () => {
      if (++count !== atRequest) return undefined;
      reached();
      return gate;
    };
    const run = this.run().then(reached);
    return {
      held,
      async resume() {
        letGo();
        await run;
      },
    };
  }

  async settle(rounds = 8): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      await this.pass();
      await this.run();
    }
  }

  async claims(): Promise<
    { domain: string; state: string; reason: string | null; waitlist_id: string | null }[]
  > {
    return (
      await this.pool.query(
        'SELECT domain, state, reason, waitlist_id FROM custom_domains ORDER BY domain, state, id',
      )
    ).rows;
  }

  /** The job of a waitlist's claim. */
  async job(waitlistId: string): Promise<DomainJob> {
    const { rows } = await this.pool.query(
      `SELECT o.id::text, o.attempts, d.id AS "claimId", d.domain, d.version
       FROM custom_domains d JOIN outbox o ON o.waitlist_id = d.id WHERE d.waitlist_id = $1`,
      [waitlistId],
    );
    return rows[0];
  }

  /** Jobs for current claims; jobs of past claims only clean up after them. */
  async jobs(): Promise<{ kind: string; domain: string; parked: boolean; attempts: number }[]> {
    return (
      await this.pool.query(
        `SELECT o.kind, o.payload->>'domain' AS domain, o.parked_at IS NOT NULL AS parked, o.attempts
         FROM outbox o LEFT JOIN custom_domains d ON d.id::text = o.payload->>'claimId'
         WHERE d.version IS NULL OR d.version = (o.payload->>'version')::integer ORDER BY o.id`,
      )
    ).rows;
  }

  get tenants(): { domains: readonly string[]; enabled: boolean; active: boolean }[] {
    const { tenants } = this.cloudFront;
    return tenants.all.map(tenant => ({
      domains: tenant.domains,
      enabled: tenant.enabled,
      active: tenants.isActive(tenant),
    }));
  }

  async reset(): Promise<void> {
    this.disturb = () => undefined;
    await this.pool.query('DELETE FROM waitlists');
    await this.pool.query('UPDATE custom_domains SET version = version + 1');
    for (const set of [this.pointing, this.unseen, this.elsewhere, this.forbidden, this.texts]) set.clear();
    this.quota = 100;
    await this.settle(4);
    await this.pool.query('DELETE FROM custom_domains');
    await this.pool.query('DELETE FROM outbox');
    this.requests.length = 0;
  }
}
