import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, stat, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces, platform } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ALL_SCOPES } from '../../core/kernel/scopes.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import {
  postgresPort,
  type RunningServer,
  startProcess,
  startServer,
  survivors,
  temporaryFolder,
} from '../support/local-process.ts';
import { verifies } from '../support/verifies.ts';

const addressesOfThisMachine = () => Object.values(networkInterfaces()).flatMap(addresses => addresses ?? []);

/** Whether anything listens at this address. */
const isReached = (host: string, port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect({ host, port, timeout: 2_000 });
    for (const event of ['error', 'timeout', 'connect'] as const) {
      socket.once(event, () => {
        socket.destroy();
        resolve(event === 'connect');
      });
    }
  });

const isGone = (port: number) => eventually(async () => expect(survivors(port)).toEqual([]));

describe('npm start', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let dataDir: string;
  let server: RunningServer;

  beforeAll(async () => {
    folder = await temporaryFolder();
    // A name that a shell would split.
    dataDir = join(folder.path, "it's data");
    server = await startServer({ dataDir, port: await freePort(), command: ['npm', 'start'] });
  });

  afterAll(async () => {
    server.child.kill('SIGKILL');
    await folder.remove();
  });

  const read = async (path: string, key?: string) => {
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const response = await fetch(server.url + path, { headers });
    return { status: response.status, body: await response.text() };
  };
  const keyFile = () => join(dataDir, 'api-key');
  const ownKey = async () => (await readFile(keyFile(), 'utf8')).trim();

  it(`works with nothing else installed on the machine${verifies('run.npm-start-serves', 'run.port-setting', 'run.embedded-postgres-by-default', 'run.data-dir-setting')}`, async () => {
    expect((await read('/api/v1')).status).toBe(200);
    expect(survivors(await postgresPort(dataDir))).not.toEqual([]);
  });

  it(`creates the owner and a key with every scope${verifies('run.first-start-account', 'run.first-start-key-all-scopes', 'run.first-start-key-file')}`, async () => {
    expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
    const me = JSON.parse((await read('/api/v1/me', await ownKey())).body);
    expect(me).toMatchObject({ account: { email: 'owner@anteroom.test' }, plan: { id: 'pro' } });
    expect(me.key.scopes.toSorted()).toEqual(ALL_SCOPES.toSorted());
  });

  it(`creates a sample page and prints its URL${verifies('run.first-start-sample-waitlist', 'run.first-start-prints-page', 'run.first-start-prints-docs', 'run.first-start-prints-dashboard', 'run.base-url-setting')}`, async () => {
    expect(server.output()).toContain(`${server.url}/w/hello`);
    expect(server.output()).toContain(`${server.url}/docs`);
    expect(server.output()).toContain(`${server.url}/dashboard`);
    expect((await read('/w/hello')).body).toContain('Hello, Anteroom');
    expect((await read('/docs')).status).toBe(200);
  });

  it(`prints a command that works when pasted${verifies('run.first-start-prints-curl')}`, async () => {
    const command = /^curl (?:.*\\\n)+.*$/m.exec(server.output())?.[0] ?? '';
    // The arguments the shell would pass to curl, which is not on every machine.
    const script = `curl() { printf '%s\\0' "$@"; }; ${command}`;
    const words = execFileSync('/bin/sh', ['-c', script], { cwd: '/', encoding: 'utf8' }).split('\0');
    const [url = '', , authorization = '', , contentType = '', , body = ''] = words;
    const headers = Object.fromEntries([authorization, contentType].map(header => header.split(': ')));
    const response = await fetch(url, { method: 'POST', headers, body });
    expect(await response.json()).toMatchObject({ waitlist: { name: 'My product' } });
  });

  it(`listens on loopback only${verifies('run.loopback-unless-host')}`, async () => {
    for (const { address, internal, family } of addressesOfThisMachine()) {
      if (family === 'IPv6' && !internal) continue;
      expect({ address, reached: await isReached(address, server.port) }).toEqual({
        address,
        reached: internal,
      });
    }
    expect(await isReached('127.0.0.2', server.port)).toBe(false);
  });

  it('rejects a second server on the same folder with a one-sentence error', async () => {
    const second = startProcess(process.execPath, ['local/main.ts'], {
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
    });
    expect(await second.ended).toBe(1);
    expect(second.output().trim()).toBe(
      `Another server is running on ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
    );
  });

  it('reports a port in use, says how to fix it, and leaves nothing running', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const elsewhere = join(folder.path, 'elsewhere');
    const second = startProcess(process.execPath, ['local/main.ts'], {
      PORT: String(port),
      DATA_DIR: elsewhere,
    });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`Port ${port} is already in use`);
    expect(second.output()).toContain('PORT=');
    await expect(stat(elsewhere)).rejects.toThrow('ENOENT');
    other.close();
  });

  it.each([
    ['Cannot use DATA_DIR=/dev/null/data (ENOTDIR)', { DATA_DIR: '/dev/null/data' }],
    ['Cannot use DATA_DIR=/dev/null (ENOTDIR)', { DATA_DIR: '/dev/null' }],
    // Below /proc on Linux, mkdir always fails as if only the parent were missing.
    ['Cannot use DATA_DIR=/proc/x/y', { DATA_DIR: '/proc/x/y' }],
    ['Cannot use the database of DATABASE_URL', { DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z' }],
    ['HOST=192.0.2.1 is not an address of this machine', { HOST: '192.0.2.1' }],
  ])('prints a one-line error: %s', async (sentence, variables) => {
    const wrong = startProcess(process.execPath, ['local/main.ts'], {
      PORT: String(await freePort()),
      DATA_DIR: join(folder.path, 'elsewhere'),
      ...variables,
    });
    expect(await wrong.ended).toBe(1);
    const lines = wrong.output().trim().split('\n');
    expect(lines).toEqual([expect.stringContaining(sentence)]);
  });

  it('reports a full disk in one line', async () => {
    const full = join(folder.path, 'full');
    await mkdir(join(full, 'postgres'), { recursive: true });
    // One of the first files written at startup.
    await symlink('/dev/full', join(full, 'postgres', 'password'));
    const start = startProcess(process.execPath, ['local/main.ts'], { PORT: '0', DATA_DIR: full });
    expect(await start.ended).toBe(1);
    expect(start.output().trim().split('\n').at(-1)).toBe(
      `The disk is full. Free some space, or set DATA_DIR to a folder on another disk (now ${full}).`,
    );
  });

  it('names an invalid setting', async () => {
    const wrong = startProcess(process.execPath, ['local/main.ts'], { PORT: 'eighty', DATA_DIR: dataDir });
    expect(await wrong.ended).toBe(1);
    expect(wrong.output()).toContain('PORT: must be a port');
  });

  it(`stops everything when npm gets SIGTERM, and finds its data at the next start${verifies('run.sigterm-stops-everything', 'run.restart-keeps-everything')}`, async () => {
    const key = await ownKey();
    const before = (await read('/api/v1/waitlists', key)).body;
    const postgres = await postgresPort(dataDir);
    expect(await server.stop('SIGTERM')).toBe(0);
    await isGone(postgres);
    await expect(fetch(server.url)).rejects.toThrow();

    server = await startServer({ dataDir, port: server.port, command: ['npm', 'start'] });
    expect(await ownKey()).toBe(key);
    expect((await read('/api/v1/waitlists', key)).body).toBe(before);
  });

  it(`stops everything when npm gets SIGINT${verifies('run.sigint-stops-everything')}`, async () => {
    const postgres = await postgresPort(dataDir);
    expect(await server.stop('SIGINT')).toBe(0);
    await isGone(postgres);
  });
});

describe('npm start with DATABASE_URL', () => {
  it(`sets up that database, and creates no Postgres of its own${verifies('run.database-url-setting')}`, async () => {
    const folder = await temporaryFolder();
    const database = await createTestDatabase();
    const variables = { DATABASE_URL: database.url, BASE_URL: 'https://anteroom.example/' };
    const server = await startServer({ dataDir: folder.path, port: await freePort(), variables });
    const key = (await readFile(join(folder.path, 'api-key'), 'utf8')).trim();
    const response = await fetch(`${server.url}/api/v1/waitlists`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(await response.json()).toMatchObject({ waitlists: [{ url: 'https://anteroom.example/w/hello' }] });
    await expect(stat(join(folder.path, 'postgres'))).rejects.toThrow('ENOENT');
    expect(await server.stop()).toBe(0);
    await database.drop();
    await folder.remove();
  });
});

describe('npm start with HOST', () => {
  let database: TestDatabase;
  let server: RunningServer;
  beforeAll(async () => {
    database = await createTestDatabase();
    server = await startServer({ variables: { DATABASE_URL: database.url, HOST: '0.0.0.0' } });
  });
  afterAll(async () => {
    await server.stop();
    await database.drop();
  });

  it(`listens on that address${verifies('run.loopback-unless-host')}`, async () => {
    // On Linux every address in 127.0.0.0/8 is local, and by default nothing listens on this one.
    const addresses = platform() === 'linux' ? ['127.0.0.1', '127.0.0.2'] : ['127.0.0.1'];
    for (const { address, family } of addressesOfThisMachine())
      if (family === 'IPv4') addresses.push(address);
    for (const address of addresses)
      expect({ address, reached: await isReached(address, server.port) }).toEqual({ address, reached: true });
    expect((await fetch(`http://${addresses.at(-1)}:${server.port}/api/v1`)).status).toBe(200);
  });
});
