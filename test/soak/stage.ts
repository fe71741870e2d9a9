import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { migrate } from '../../adapters/postgres/kernel/migrate.ts';
import { withClient } from '../../adapters/postgres/kernel/with-client.ts';
import { Cleanup } from '../../local/cleanup.ts';
import { localMigrations } from '../../local/migrate-database.ts';
import { clusterUrl, startCluster } from '../../local/postgres/cluster.ts';
import { type CutProxy, startCutProxy } from '../support/cut-proxy.ts';
import { type SesVerdict, startFailingSes } from '../support/failing-ses.ts';
import { freePort } from '../support/free-port.ts';
import { findMysqlProgram, startMysqlServer } from '../support/mysql-server.ts';
import { type KeptAlive, keepPostgres, keepServer } from './kept-alive.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** A server of a customer, and the proxy through which the service reaches it. */
export interface CustomerServer {
  readonly dbType: 'postgres' | 'mysql';
  /** Of its database, without the proxy. */
  readonly url: string;
  readonly proxy: CutProxy;
}

/** The service, what it needs, and the strangers that it calls. */
export interface Stage {
  readonly url: string;
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly server: KeptAlive;
  readonly postgres: KeptAlive;
  /** Null when this user cannot mount one. */
  readonly disk: SmallDisk | null;
  readonly customers: readonly CustomerServer[];
  /** Where webhooks send. */
  readonly receiver: Receiver;
  /** Called when SES accepts an email. */
  onMail: (to: string, subject: string, text: string) => void;
  /** Decides about the next emails. */
  ses: () => SesVerdict;
  /** The memory of the server, as it last said. */
  rssMb: number;
  /** Resolves when a page can be read. */
  ready(): Promise<void>;
  stop(): Promise<void>;
}

const DATABASE = 'anteroom';
/** As in the local run, with a log that is written again soon, so that a full disk hits other files too. */
const SETTINGS = { max_wal_size: '128MB', min_wal_size: '32MB' };
const POLL_MS = 100;
const READY_MS = 60_000;

async function startPostgresCustomer(folder: string, cleanup: Cleanup): Promise<CustomerServer> {
  const cluster = await startCluster(folder);
  cleanup.add(() => cluster.stop({ force: true }));
  const url = cluster.url('postgres');
  const proxy = await startCutProxy(url);
  cleanup.add(() => proxy.stop());
  return { dbType: 'postgres', url, proxy };
}

async function startMysqlCustomer(cleanup: Cleanup): Promise<CustomerServer> {
  const server = await startMysqlServer();
  cleanup.add(() => server.stop());
  await server.query('CREATE DATABASE customer', "CREATE USER 'customer'@'127.0.0.1' IDENTIFIED BY 'secret'");
  await server.query("GRANT ALL ON customer.* TO 'customer'@'127.0.0.1'");
  const url = `mysql://customer:secret@127.0.0.1:${server.port}/customer`;
  const proxy = await startCutProxy(url);
  cleanup.add(() => proxy.stop());
  return { dbType: 'mysql', url, proxy };
}

async function startDatabase(folder: string, cleanup: Cleanup) {
  const port = await freePort();
  const postgres = await keepPostgres(folder, port, SETTINGS);
  cleanup.add(() => postgres.stop());
  const admin = { connectionString: await clusterUrl(folder, port, 'postgres') };
  await withClient(admin, client => client.query(`CREATE DATABASE ${DATABASE}`));
  const databaseUrl = await clusterUrl(folder, port, DATABASE);
  await migrate({ connectionString: databaseUrl }, await localMigrations());
  return { postgres, databaseUrl };
}

/** Waits for a page: it needs the server and its database. A missing page is an answer too. */
async function untilAnswered(url: string): Promise<void> {
  for (const deadline = performance.now() + READY_MS; performance.now() < deadline; await delay(POLL_MS)) {
    const signal = AbortSignal.timeout(READY_MS);
    const response = await fetch(`${url}/w/nothing`, { signal }).catch(() => undefined);
    await response?.arrayBuffer().catch(() => {});
    if (response?.status === 404) return;
  }
  throw new Error('The service does not answer any more; its log is server.log');
}

/**
 * Starts everything in a temporary folder.
 * @param logs - where the server's log is kept; default: in that folder too
 */
export async function setStage(log: (line: string) => void, logs?: string): Promise<Stage> {
  const cleanup = new Cleanup();
  try {
    const folder = await mkdtemp(join(tmpdir(), 'anteroom-soak-'));
    cleanup.add(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
    const disk = await mountSmallDisk(join(folder, 'disk'));
    if (disk) cleanup.add(() => disk.remove());
    else log('Left out: a full disk. It takes a mount, so root on Linux.');
    const own = disk ? join(folder, 'disk') : folder;
    const dataDir = join(own, 'store');
    await mkdir(dataDir);

    const { postgres, databaseUrl } = await startDatabase(join(own, 'postgres'), cleanup);
    const hasMysql = findMysqlProgram() !== null;
    if (!hasMysql) log('Left out: a MySQL of a customer, because there is no mariadbd and no mysqld.');
    const customers = await Promise.all([
      startPostgresCustomer(join(folder, 'customer'), cleanup),
      ...(hasMysql ? [startMysqlCustomer(cleanup)] : []),
    ]);
    const ses = await startFailingSes((to, _count, subject, text) => {
      const verdict = stage.ses();
      if (verdict === 'accept') stage.onMail(to, subject, text);
      return verdict;
    });
    cleanup.add(() => ses.stop());
    const receiver = await startReceiver();
    cleanup.add(() => receiver.stop());
    const port = await freePort();
    const order = { port, databaseUrl, dataDir, sesEndpoint: ses.endpoint };
    if (logs) await mkdir(logs, { recursive: true });
    const server = await keepServer(order, logs ?? folder, rssMb => {
      stage.rssMb = rssMb;
    });
    cleanup.add(() => server.stop());
    const url = `http://127.0.0.1:${port}`;
    const stage: Stage = {
      url,
      databaseUrl,
      dataDir,
      server,
      postgres,
      disk,
      customers,
      receiver,
      onMail: () => {},
      ses: () => 'accept',
      rssMb: 0,
      async ready() {
        await postgres.ready();
        await server.ready();
        await untilAnswered(url);
      },
      stop: () => cleanup.run(),
    };
    return stage;
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}
