import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { HTTP_FUNCTIONS } from '../lambdas/http/routes.ts';
import { bundleAll, type FunctionBundle } from '../lib/build/bundle-function.ts';
import { buildSiteAssets } from '../lib/build/site-assets.ts';
import type { RunRow } from './bench.ts';
import { type Finding, measure, measureLeast, type Pair } from './finding.ts';

const run = promisify(execFile);

const LARGEST_KB = 350;
const LONGEST_MS = 60;
const LONGEST_FOR_AGENTS_MS = 150;
const ROUNDS = 21;

/** Settings that satisfy every function; importing one opens no connection. */
const environmentOf = (pageAssets: unknown) => ({
  AWS_REGION: 'us-east-1',
  ASSETS_BUCKET: 'bench-assets',
  AWS_ACCESS_KEY_ID: 'bench',
  AWS_SECRET_ACCESS_KEY: 'bench',
  BASE_URL: 'https://anteroom.example',
  DOMAINS_CONNECTION_GROUP_ID: 'cg_bench',
  DOMAINS_DISTRIBUTION_ID: 'BENCH',
  DOMAINS_TAG: 'anteroom=bench',
  FALLBACK_ORIGIN: 'cname.anteroom.example',
  DATABASE_HOST: 'database.anteroom.example',
  DIGEST_KEY: Buffer.alloc(32).toString('base64'),
  EMAIL_FROM: 'Anteroom <hello@anteroom.example>',
  MASTER_SECRET_ARN: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:bench',
  CARD_PACKAGES_DIR: '/var/task/packages',
  MIGRATIONS_DIR: '/var/task/migrations',
  PAGE_ASSETS: JSON.stringify(pageAssets),
  STAGING_BUCKET: 'bench-staging',
  SEAL_KEY: Buffer.alloc(32).toString('base64'),
  TURNSTILE_SITE_KEY: 'site-key',
  TURNSTILE_SECRET_KEY: 'secret-key',
  WORKER_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/000000000000/bench',
  CONNECTOR_FUNCTION_NAME: 'unused',
  WEBHOOK_SENDER_FUNCTION_NAME: 'unused',
});
type Environment = ReturnType<typeof environmentOf>;

/**
 * Mimics Lambda's Node.js runtime: the streaming API, and the modules its runtime client has already loaded
 * (aws-lambda-ric 4).
 */
const IMPORT = `
  for (const name of ['path', 'fs', 'net', 'http', 'os', 'util', 'worker_threads']) process.getBuiltinModule(name);
  globalThis.awslambda = { streamifyResponse: handler => handler };
  const startedAt = performance.now();
  await import(process.argv[1]);
  console.log(performance.now() - startedAt);
  process.exit();`;

/** The packages every API function bundles, without a function. */
const PACKAGES = `
  import { Logger } from '@aws-lambda-powertools/logger';
  import { Signer } from '@aws-sdk/rds-signer';
  import middy from '@middy/core';
  import pg from 'pg';
  import * as z from 'zod';
  new Logger();
  z.object({ id: z.string() });
  new pg.Pool({ password: () => new Signer({ hostname: '', port: 5432, username: '' }).getAuthToken() });
  export const handler = middy(async () => 'ok');`;

/** Bundles the packages: importing them shows how fast the machine is right now. @returns the module's URL */
async function writeReference(folder: string): Promise<string> {
  const outfile = join(folder, 'packages', 'index.mjs');
  await build({
    stdin: { contents: PACKAGES, resolveDir: import.meta.dirname, sourcefile: 'packages.ts', loader: 'ts' },
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    external: ['pg-native'],
    banner: {
      js: "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);",
    },
    logLevel: 'silent',
  });
  return pathToFileURL(outfile).href;
}

async function writeBundle(folder: string, { name, code, deferred }: FunctionBundle): Promise<string> {
  for (const [path, content] of [['index.mjs', code] as const, ...deferred]) {
    const file = join(folder, name, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return pathToFileURL(join(folder, name, 'index.mjs')).href;
}

/** Milliseconds that `import` takes in a fresh process. */
async function importTime(url: string, env: Environment, signal: AbortSignal): Promise<number> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', IMPORT, url], {
    signal,
    env,
  });
  return Number(stdout);
}

const kilobytes = (bytes: number): number => bytes / 1000;

function describe({ name, bytes, deferredBytes }: FunctionBundle, imports: readonly Pair[]): Finding[] {
  // The budgets are for functions that a visitor or client waits for. Agents wait longer: their function contains every
  // operation.
  const answersHttp = (HTTP_FUNCTIONS as readonly string[]).includes(name);
  const forAgents = name === 'mcp' || name === 'oauth';
  const later = Math.round(kilobytes(deferredBytes));
  return [
    measure(
      {
        row: 'bundles',
        name: `${name}, size`,
        unit: 'kB',
        target: answersHttp && !forAgents ? { atMost: LARGEST_KB } : null,
        ...(later > 0 && { note: `and ${later} kB beside it, loaded on first use` }),
      },
      [kilobytes(bytes)],
    ),
    measureLeast(
      {
        row: 'bundles',
        name: `${name}, import`,
        unit: 'ms',
        target: answersHttp ? { atMost: forAgents ? LONGEST_FOR_AGENTS_MS : LONGEST_MS } : null,
      },
      imports,
    ),
  ];
}

/** Size of each function's minified code, and the time a fresh Node takes to import it. */
export const runBundles: RunRow = async ({ folder, signal }) => {
  const [bundles, { pageAssets }] = await Promise.all([bundleAll(), buildSiteAssets()]);
  const environment = environmentOf(pageAssets);
  const packages = await writeReference(folder);
  const functions = await Promise.all(
    bundles.values().map(async bundle => ({
      bundle,
      url: await writeBundle(join(folder, 'bundles'), bundle),
      imports: [] as Pair[],
    })),
  );
  // Alternate, so that a slow period affects all of them. The first round is not counted: it fills the file cache.
  for (let round = 0; round <= ROUNDS; round++) {
    const reference = await importTime(packages, environment, signal);
    for (const { url, imports } of functions) {
      const ours = await importTime(url, environment, signal);
      if (round > 0) imports.push({ reference, ours });
    }
  }
  return functions.flatMap(({ bundle, imports }) => describe(bundle, imports));
};
