import { execFile, execFileSync } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { startServer, temporaryFolder } from './local-process.ts';
import { fillRelease, RELEASE_KEYS } from './release-data.ts';

const ROOT = join(import.meta.dirname, '../..');
export const DUMPS = new URL('../engine/releases/', import.meta.url);

const USAGE = `Usage: npm run -s dump -- REVISION [--name NAME]

Writes test/engine/releases/NAME.sql.gz (default: the revision): the database of that release with a bit of everything
in it. Needs a Postgres at POSTGRES_URL whose user may create databases, and a pg_dump of the same version.`;

/** The source of a revision, in a folder, with today's packages. */
async function checkOut(revision: string, folder: string): Promise<void> {
  const archive = execFileSync('git', ['archive', revision], { cwd: ROOT, maxBuffer: 2 ** 30 });
  await mkdir(folder);
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

async function dumpRelease(revision: string, name: string, postgres: string): Promise<void> {
  const database = `release_${process.pid}`;
  const admin = new pg.Client({ connectionString: postgres });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${database} TEMPLATE template0 ENCODING 'UTF8'`);
  const databaseUrl = Object.assign(new URL(postgres), { pathname: `/${database}` }).href;
  const folder = await temporaryFolder();
  const client = new pg.Client({ connectionString: databaseUrl });
  try {
    await client.connect();
    const source = join(folder.path, 'source');
    await checkOut(revision, source);
    const server = await startServer({
      dataDir: join(folder.path, 'data'),
      command: [process.execPath, '--disable-warning=ExperimentalWarning', join(source, 'local/main.ts')],
      variables: {
        ...RELEASE_KEYS,
        DATABASE_URL: databaseUrl,
        TRUST_PROXY: 'true',
        ALLOW_LOOPBACK_DATABASES: 'true',
      },
    });
    try {
      const facts = await fillRelease({
        name,
        url: server.url,
        databaseUrl,
        apiKey: (await readFile(join(server.dataDir, 'api-key'), 'utf8')).trim(),
        sql: async (statement, values = []) => (await client.query(statement, [...values])).rows,
      });
      await server.stop();
      const { stdout } = await promisify(execFile)(
        'pg_dump',
        ['--no-owner', '--no-acl', '--inserts', '--rows-per-insert=100', databaseUrl],
        { maxBuffer: 2 ** 30 },
      );
      // Lines that start with a backslash are for psql.
      const dump = stdout.replaceAll(/^\\.*\n/gm, '');
      await writeFile(
        new URL(`${name}.sql.gz`, DUMPS),
        gzipSync(`-- ${JSON.stringify(facts)}\n${dump}`, { level: 9 }),
      );
    } finally {
      await server.stop();
    }
  } finally {
    await client.end();
    await admin.query(`DROP DATABASE ${database} WITH (FORCE)`);
    await admin.end();
    await folder.remove();
  }
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { name: { type: 'string' } } });
const [revision] = positionals;
// biome-ignore lint/style/noProcessEnv: the entry point.
const { POSTGRES_URL } = process.env;
if (revision && POSTGRES_URL) await dumpRelease(revision, values.name ?? revision, POSTGRES_URL);
else {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
}
