import { execFile } from 'node:child_process';
import { access, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { type Call, resultOf, WARM_UP_SECONDS } from './calls.ts';
import type { LoadDriver, Workload } from './workload.ts';

const run = promisify(execFile);

/** Where Debian installs the programs that its `postgres` packages leave off the PATH. */
const DEBIAN = '/usr/lib/postgresql';

async function candidates(path: string): Promise<string[]> {
  const versions = await readdir(DEBIAN).catch(() => []);
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
  return [...path.split(delimiter), ...newestFirst.map(version => join(DEBIAN, version, 'bin'))];
}

/** @param path - the PATH of this process */
export async function findPgbench(path: string): Promise<string | undefined> {
  for (const folder of await candidates(path)) {
    const file = join(folder, 'pgbench');
    const there = await access(file).then(
      () => true,
      () => false,
    );
    if (there) return file;
  }
  return undefined;
}

function script({ sql, ranges, counters = [] }: Workload): string {
  const draws = Object.entries(ranges).map(([name, [from, to]]) => `\\set ${name} random(${from}, ${to})`);
  const counts = counters.map(name => `\\set ${name} :${name} + 1`);
  return `${[...draws, ...counts, sql].join('\n')};\n`;
}

/** The password, and the URL without it: the URL is visible in the process list. */
function withoutPassword(databaseUrl: string): { url: string; password: string } {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  return { url: url.href, password };
}

/**
 * Reads calls from the files that `--log` writes: the third field is the duration in microseconds, the last two the
 * end.
 */
async function calls(folder: string): Promise<Call[]> {
  const files = (await readdir(folder)).filter(name => name.startsWith('calls.'));
  const texts = await Promise.all(files.map(name => readFile(join(folder, name), 'utf8')));
  return texts.flatMap(text =>
    text.split('\n').flatMap(line => {
      const [, , microseconds, , seconds, fraction] = line.split(' ');
      if (fraction === undefined) return [];
      return [
        { endedAt: Number(seconds) * 1000 + Number(fraction) / 1000, took: Number(microseconds) / 1000 },
      ];
    }),
  );
}

/** Generates load with pgbench, a C program, which leaves nearly the whole machine to Postgres. */
export async function createPgbenchDriver(program: string, folder: string): Promise<LoadDriver> {
  const { stdout: name } = await run(program, ['--version']);
  let cells = 0;
  return {
    name: name.trim(),
    async load({ databaseUrl, workload, clients, seconds, signal }) {
      const cell = join(folder, `pgbench-${++cells}`);
      await mkdir(cell);
      const file = join(cell, 'script.sql');
      await writeFile(file, script(workload));
      const { url, password } = withoutPassword(databaseUrl);
      const { stdout } = await run(
        program,
        [
          ...[
            '--no-vacuum',
            `--protocol=${workload.protocol}`,
            '--log',
            `--log-prefix=${join(cell, 'calls')}`,
          ],
          ...(workload.counters ?? []).map(name => `--define=${name}=${Date.now() * 1000}`),
          ...[`--client=${clients}`, `--jobs=${Math.min(clients, 2)}`],
          ...[`--time=${WARM_UP_SECONDS + Math.max(1, Math.round(seconds))}`, `--file=${file}`, url],
        ],
        { signal, env: { PGPASSWORD: password }, maxBuffer: 1 << 24 },
      );
      if (/number of failed transactions: [1-9]/.test(stdout)) throw new Error(`pgbench failed:\n${stdout}`);
      const result = resultOf(await calls(cell), workload);
      await rm(cell, { recursive: true });
      return result;
    },
  };
}
