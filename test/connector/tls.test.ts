import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createConnector } from '../../adapters/customer-database/connector.ts';
import type { Connector, DbType, Target } from '../../core/customer-database/connector.ts';
import { type Cluster, startCluster } from '../../local/postgres/cluster.ts';
import { postgresUser } from '../../local/postgres/os-user.ts';
import { createAuthority } from '../support/certificates.ts';
import { describeWithMysql } from '../support/describe-with-mysql.ts';
import { type MysqlServer, startMysqlServer } from '../support/mysql-server.ts';
import { failureOf } from './customer-database.ts';

const NAME = 'db.example.test';
const OTHER = 'other.example.test';
/** Not a public host name, so the test has its own resolver for it. */
const options = { allowLoopback: true, resolve: async () => ['127.0.0.1'] };

const authority = createAuthority();
const trusting = createConnector({ ...options, ca: authority.certificate });
const plain = createConnector(options);

interface Place {
  readonly dbType: DbType;
  readonly port: number;
  /** The parts of the URL before the host and after the port. */
  readonly user: string;
  readonly database: string;
}

const at = ({ dbType, port, user, database }: Place, host: string, query = ''): Target => ({
  dbType,
  connectionString: `${dbType}://${user}@${host}:${port}/${database}${query && `?${query}`}`,
  tableName: 'waitlist_tls',
});

/** TLS modes, in the terms of each kind of database. */
const MODES = {
  postgres: {
    disable: 'sslmode=disable',
    prefer: 'sslmode=prefer',
    require: 'sslmode=require',
    verifyCa: 'sslmode=verify-ca',
    verifyFull: 'sslmode=verify-full',
  },
  mysql: {
    disable: 'ssl-mode=DISABLED',
    prefer: 'ssl-mode=PREFERRED',
    require: 'ssl-mode=REQUIRED',
    verifyCa: 'ssl-mode=VERIFY_CA',
    verifyFull: 'ssl-mode=VERIFY_IDENTITY',
  },
} as const;

/** A server that accepts only TLS, with a certificate for NAME and 127.0.0.1. */
function describeModes(place: () => Place): void {
  const modes = () => MODES[place().dbType];
  const succeeds = (connector: Connector, host: string, query?: string) =>
    expect(connector.test(at(place(), host, query))).resolves.toHaveProperty('serverVersion');
  const fails = async (connector: Connector, host: string, query: string, named: string) => {
    const { kind, message } = await failureOf(connector.test(at(place(), host, query)));
    expect(kind).toBe('failed');
    expect(message).toContain(named);
  };

  it('is used by default', async () => {
    await succeeds(plain, NAME);
    await succeeds(plain, NAME, modes().prefer);
    await fails(plain, NAME, modes().disable, 'login');
  });

  it('accepts any certificate if the mode does not verify it', async () => {
    await succeeds(plain, OTHER, modes().require);
  });

  it('verifies the authority if the connection string requires it', async () => {
    await succeeds(trusting, OTHER, modes().verifyCa);
    await fails(plain, NAME, modes().verifyCa, 'certificate');
  });

  it('also verifies the host name if the connection string requires it', async () => {
    await succeeds(trusting, NAME, modes().verifyFull);
    await fails(trusting, OTHER, modes().verifyFull, 'certificate');
    await fails(plain, NAME, modes().verifyFull, 'certificate');
  });

  it('verifies an IP address against the addresses in the certificate', async () => {
    await succeeds(trusting, '127.0.0.1', modes().verifyFull);
  });
}

/** Writes files for a server, in a folder that it can read. */
async function writeFiles(certificate: { certificate: string; privateKey: string }, hba = '') {
  const folder = await mkdtemp(join(tmpdir(), 'anteroom-tls-'));
  await chmod(folder, 0o755);
  const files = {
    ca: authority.certificate,
    cert: certificate.certificate,
    key: certificate.privateKey,
    hba,
  };
  const user = postgresUser();
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), content, { mode: 0o600 });
    if (user) await chown(join(folder, name), user.uid, user.gid);
  }
  return { folder, file: (name: keyof typeof files) => join(folder, name) };
}

describe('TLS to a Postgres', () => {
  let cluster: Cluster;
  let folders: string[] = [];
  const PASSWORD = 'correct-horse';
  const place = (database = 'postgres'): Place => ({
    dbType: 'postgres',
    port: cluster.port,
    user: `shop:${PASSWORD}`,
    database,
  });

  beforeAll(async () => {
    const { folder, file } = await writeFiles(
      authority.issue({ dns: NAME, ip: '127.0.0.1' }),
      `host all anteroom 127.0.0.1/32 trust
       host clear all 127.0.0.1/32 password
       hostssl all all 127.0.0.1/32 scram-sha-256`,
    );
    const data = await mkdtemp(join(tmpdir(), 'anteroom-tls-'));
    folders = [folder, data];
    cluster = await startCluster(join(data, 'postgres'), {
      settings: {
        ssl: 'on',
        ssl_cert_file: file('cert'),
        ssl_key_file: file('key'),
        hba_file: file('hba'),
        fsync: 'off',
      },
    });
    const client = new pg.Client({ connectionString: cluster.url('postgres') });
    await client.connect();
    await client.query(`CREATE ROLE shop LOGIN PASSWORD '${PASSWORD}'`);
    await client.query('GRANT CREATE ON SCHEMA public TO PUBLIC');
    await client.query('CREATE DATABASE clear OWNER shop');
    await client.end();
  });

  afterAll(async () => {
    await cluster?.stop({ force: true });
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  describeModes(place);

  it('uses channel binding if the connection string requires it', async () => {
    await trusting.test(at(place(), NAME, 'sslmode=verify-full&channel_binding=require'));
    const { message } = await failureOf(plain.test(at(place('clear'), NAME, 'channel_binding=require')));
    expect(message).toContain('channel_binding');
  });

  it('sends a cleartext password only over TLS', async () => {
    await plain.test(at(place('clear'), NAME, 'sslmode=require'));
    const { kind, message } = await failureOf(plain.test(at(place('clear'), NAME, 'sslmode=disable')));
    expect(kind).toBe('failed');
    expect(message).toContain('in plain text');
  });
});

describeWithMysql(
  'TLS to a MySQL',
  () => {
    let server: MysqlServer;
    let folder: string;

    beforeAll(async () => {
      const files = await writeFiles(authority.issue({ dns: NAME, ip: '127.0.0.1' }));
      ({ folder } = files);
      server = await startMysqlServer([
        `--ssl-ca=${files.file('ca')}`,
        `--ssl-cert=${files.file('cert')}`,
        `--ssl-key=${files.file('key')}`,
      ]);
      await server.query(
        'CREATE DATABASE shop',
        `CREATE USER shop@'%' IDENTIFIED BY 'correct-horse' REQUIRE SSL`,
        `GRANT ALL ON shop.* TO shop@'%'`,
      );
    });

    afterAll(async () => {
      await server?.stop();
      if (folder) await rm(folder, { recursive: true, force: true });
    });

    describeModes(() => ({
      dbType: 'mysql',
      port: server.port,
      user: 'shop:correct-horse',
      database: 'shop',
    }));
  },
  { own: true },
);

describe('without TLS', () => {
  const withoutTls = async (dbType: DbType, port: number, user: string, database: string) => {
    const place = { dbType, port, user, database };
    const modes = MODES[dbType];
    await plain.test(at(place, NAME));
    await plain.test(at(place, NAME, modes.disable));
    await plain.test(at(place, NAME, modes.prefer));
    for (const mode of [modes.require, modes.verifyCa, modes.verifyFull]) {
      const { kind, message } = await failureOf(plain.test(at(place, NAME, mode)));
      expect(kind).toBe('failed');
      expect(message).toContain('does not support TLS');
    }
  };

  it('a Postgres is reached only if the connection string allows it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'anteroom-tls-'));
    const cluster = await startCluster(join(folder, 'postgres'), { settings: { fsync: 'off' } });
    try {
      const { username, password } = new URL(cluster.url('postgres'));
      await withoutTls('postgres', cluster.port, `${username}:${password}`, 'postgres');
    } finally {
      await cluster.stop({ force: true });
      await rm(folder, { recursive: true, force: true });
    }
  });

  describeWithMysql(
    'a MySQL',
    () => {
      it('is reached only if the connection string allows it', async () => {
        const server = await startMysqlServer(['--skip-ssl']);
        try {
          await server.query('CREATE DATABASE shop');
          await withoutTls('mysql', server.port, 'root', 'shop');
        } finally {
          await server.stop();
        }
      });
    },
    { own: true },
  );
});
