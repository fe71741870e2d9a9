import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { publicEndpoints } from '../../../core/describe-api.ts';
import { pathParameters } from '../../../core/kernel/operation.ts';
import { apiOperations } from '../../../core/registry.ts';
import { type CallValues, fetchCall, paramsOf, sampleValues } from '../../../lib/build/docs/call-samples.ts';
import { type DescribedOperation, describedOperations } from '../../../lib/build/docs/described-operation.ts';
import { CLIENT, UPDATE } from '../../../lib/build/docs/snippets.ts';
import { type ApiSession, shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';
import { bodyOfThisRun, exampleOf } from '../mcp/tool-examples.ts';

const run = promisify(execFile);

interface Generator {
  readonly command: readonly [name: string, ...args: string[]];
  /** The start of a function `connect(baseUrl, key)`, and what comes before it. */
  readonly client: string;
  /** What the documentation shows of it beyond single calls. */
  readonly shown?: string;
  /** The statements of a function that makes a call and returns its `data` and `error`. */
  call(operation: DescribedOperation, values: CallValues): string;
}

const GENERATORS: Readonly<Record<string, Generator>> = {
  'openapi-typescript': {
    command: ['openapi-typescript', 'openapi.json', '-o', 'anteroom.d.ts'],
    client: `import createClient from 'openapi-fetch';
import type { paths } from './anteroom.d.ts';
export function connect(baseUrl: string, key: string) {
  const anteroom = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${key}\` } });`,
    shown: `declare const process: { env: { KEY: string } };\n${CLIENT}\n${UPDATE}`,
    // What /docs shows.
    call: (operation, values) => `${fetchCall(operation, values)} return { data, error };`,
  },
  '@hey-api/openapi-ts': {
    command: ['openapi-ts', '-i', 'openapi.json', '-o', 'sdk', '--no-log-file'],
    client: `import * as sdk from './sdk/index.ts';
import { client } from './sdk/client.gen.ts';
export function connect(baseUrl: string, key: string) {
  client.setConfig({ baseUrl, auth: key });`,
    call({ operationId }, values) {
      const name = operationId.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      const options = { ...paramsOf(values), ...(values.body && { body: values.body }) };
      return `return sdk.${name}(${JSON.stringify(options)});`;
    },
  },
};

const PROJECT = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    target: 'es2023',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    noEmit: true,
  },
  include: ['*.ts'],
};

/** The token of somebody new on the list that visitors call. */
async function tokenOf(session: ApiSession, name: string): Promise<string> {
  await session.api.post('/api/v1/waitlists', { name: 'Visited', slug: 'visited' });
  const { body } = await session.join('visited', { email: `${name}@example.com` });
  return body.statusUrl.split('/').at(-1);
}

describe.each(Object.entries(GENERATORS))(
  'a client that %s generates',
  (_, { command, client, shown = '', call }) => {
    const session = shareSession();
    let folder: string;
    let calls: Record<string, () => Promise<{ readonly data?: unknown; readonly error?: unknown }>>;

    /** The example of an operation, for what was just made for it. */
    async function prepare(operation: DescribedOperation): Promise<CallValues> {
      await session.sql('TRUNCATE rate_windows');
      const { operationId, path } = operation;
      const tool = apiOperations.find(({ name }) => name === operationId);
      const made: Record<string, unknown> = !tool
        ? { slug: 'visited', token: await tokenOf(session, operationId) }
        : tool.scope === null
          ? {}
          : await exampleOf(tool).prepare(session, operationId.replaceAll('_', '-'));
      const { query, body } = sampleValues(operation);
      return {
        path: Object.fromEntries(pathParameters(path).map(name => [name, String(made[name])])),
        query,
        body: body && bodyOfThisRun(body, made),
      };
    }

    /** A program that can make every call. */
    async function writeProgram(operations: readonly DescribedOperation[]): Promise<string> {
      const members: string[] = [];
      for (const operation of operations) {
        const statements = call(operation, await prepare(operation));
        members.push(`${operation.operationId}: async () => { ${statements} },`);
      }
      return `${client}\nreturn {\n${members.join('\n')}\n};\n}\n`;
    }

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'anteroom-client-'));
      const write = (name: string, text: string) => writeFile(join(folder, name), text);
      const description = (await session.visitor.get('/api/v1/openapi.json')).body;
      await write('openapi.json', JSON.stringify(description));
      await write('program.ts', await writeProgram(describedOperations(description)));
      await write('shown.ts', `${shown}\nexport {};\n`);
      await write('tsconfig.json', JSON.stringify(PROJECT));
      await symlink(resolve('node_modules'), join(folder, 'node_modules'));
      const [name, ...args] = command;
      await run(resolve('node_modules/.bin', name), args, { cwd: folder });
      const outfile = join(folder, 'program.mjs');
      await build({ entryPoints: [join(folder, 'program.ts')], bundle: true, format: 'esm', outfile });
      const { connect } = await import(pathToFileURL(outfile).href);
      calls = connect(session.url, session.key);
    });
    afterAll(async () => {
      await rm(folder, { recursive: true, force: true });
    });
    beforeEach(() => session.sql('TRUNCATE rate_windows'));

    it(`compiles under strict${verifies('openapi.clients')}`, async () => {
      const compiler = resolve('node_modules/typescript-7/bin/tsc');
      // What it prints says what is wrong, so it is compared even if it failed.
      const { stdout } = await run(process.execPath, [compiler, '-p', folder]).catch(
        (error: { stdout: string }) => error,
      );
      expect(stdout).toBe('');
    });

    it.each(apiOperations.map(operation => [operation.name, operation] as const))(
      `calls %s${verifies('openapi.clients')}`,
      async (name, { output }) => {
        const { data, error } = (await calls[name]?.()) ?? {};
        expect(error).toBeUndefined();
        expect(output.safeParse(data)).toMatchObject({ success: true });
      },
    );

    it.each(publicEndpoints.map(endpoint => [endpoint.name, endpoint] as const))(
      `calls %s, for visitors${verifies('openapi.clients')}`,
      async (name, { answers }) => {
        const { data, error } = (await calls[name]?.()) ?? {};
        expect(error).toBeUndefined();
        const outputs = Object.values(answers).flatMap(({ output }) => (output ? [output()] : []));
        expect(outputs.some(output => output.safeParse(data).success)).toBe(true);
      },
    );
  },
);
