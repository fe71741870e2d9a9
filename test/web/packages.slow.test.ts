import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { arch, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { publint } from 'publint';
import { publicEndpoints } from '../../core/describe-api.ts';
import { pathParameters } from '../../core/kernel/operation.ts';
import { apiOperations } from '../../core/registry.ts';
import { sampleValues } from '../../lib/build/docs/call-samples.ts';
import { type DescribedOperation, describedOperations } from '../../lib/build/docs/described-operation.ts';
import { nameCall } from '../../lib/build/packages/client-api.ts';
import { bodyOfThisRun, exampleOf } from '../api/mcp/tool-examples.ts';
import { install, packPackages, run, type Tarballs } from '../support/packages.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';
import { writeReadmePrograms } from './packages/readme-programs.ts';
import { scenarioFor } from './packages/scenario-for.ts';

const FILES = join(import.meta.dirname, 'packages');

interface Runtime {
  readonly name: string;
  /** A package that has the program, without a download of its own. */
  readonly npm: string;
  readonly version: string;
  readonly program: string;
  readonly args: readonly string[];
}

/** As npm calls this machine, by maker; none where it has no programs for it. */
const MACHINES: Readonly<Record<string, readonly [node: string, bun: string, deno: string]>> = {
  'linux x64': ['linux-x64', 'linux-x64-baseline', 'linux-x64-glibc'],
  'linux arm64': ['linux-arm64', 'linux-aarch64', 'linux-arm64-glibc'],
};

function findRuntimes(): Runtime[] {
  const machine = MACHINES[`${platform()} ${arch()}`];
  if (!machine) return [];
  const [node, bun, deno] = machine;
  return [
    { name: 'Node 20', npm: `node-${node}`, version: '20.20.2', program: 'bin/node', args: [] },
    { name: 'Bun', npm: `@oven/bun-${bun}`, version: '1.4.5', program: 'bin/bun', args: ['run'] },
    {
      name: 'Deno',
      npm: `@deno/${deno}`,
      version: '2.9.6',
      program: 'deno',
      args: ['run', '--allow-net'],
    },
  ];
}

const RUNTIMES = findRuntimes();

const session = shareSession();
let folder: string;
let tarballs: Tarballs;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anteroom-packages-'));
  tarballs = await packPackages(folder);
  await install(
    folder,
    { type: 'module' },
    {
      ...tarballs,
      react: '19.3.1',
      'react-dom': '19.3.1',
      '@types/react': '19.3.0',
      ...Object.fromEntries(RUNTIMES.map(({ npm, version }) => [npm, version])),
    },
  );
  await cp(FILES, folder, { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => session.sql('TRUNCATE rate_windows'));

describe.each(['@anteroom/client', '@anteroom/react'] as const)('the package %s', name => {
  it(`passes publint${verifies('packages.clean')}`, async () => {
    const { buffer } = Uint8Array.from(await readFile(tarballs[name]));
    const { messages } = await publint({ pack: { tarball: buffer }, strict: true });
    expect(messages).toEqual([]);
  });

  it(`passes Are the types wrong?, as an ES module${verifies('packages.clean')}`, async () => {
    const data = new Uint8Array(await readFile(tarballs[name]));
    const result = await checkPackage(createPackageFromTarballData(data));
    if (!result.types) throw new Error('It has no types');
    const { problems } = result;
    // It is no CommonJS, which is what the other two ask for.
    const kindOf = (problem: object) => ('resolutionKind' in problem ? problem.resolutionKind : '');
    expect(problems.filter(problem => !['node10', 'node16-cjs'].includes(String(kindOf(problem))))).toEqual(
      [],
    );
  });

  it('holds its module, its types, a README, and a license, and runs nothing when it is installed', async () => {
    const manifest = JSON.parse(await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ private: false, license: 'MIT', type: 'module' });
    expect(Object.keys(manifest.scripts)).toEqual(['prepack']);
    const { stdout } = await run('tar', ['tzf', tarballs[name]]);
    const paths = stdout
      .trim()
      .split('\n')
      .map(path => path.replace('package/', ''));
    expect(paths).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts']),
    );
    expect(paths.filter(path => /^dist\/.*(?<!\.d\.ts)$/.test(path))).toEqual(['dist/index.js']);
  });
});

/** What the compiler says about files, as a project of somebody else. */
async function compile(project: string, include: readonly string[], options: object): Promise<string> {
  const compilerOptions = {
    noUncheckedIndexedAccess: true,
    target: 'es2022',
    module: 'nodenext',
    moduleResolution: 'nodenext',
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    jsx: 'react-jsx',
    types: ['react'],
    skipLibCheck: false,
    noEmit: true,
    ...options,
  };
  await writeFile(join(folder, project), JSON.stringify({ compilerOptions, include }));
  const compiler = join(import.meta.dirname, '../../node_modules/typescript-7/bin/tsc');
  const { stdout } = await run(process.execPath, [compiler, '-p', join(folder, project)]).catch(
    (error: { stdout: string }) => error,
  );
  return stdout;
}

describe('with the types of the packages', () => {
  const strict = { strict: true, exactOptionalPropertyTypes: true };

  it.each([
    ['nodenext', strict],
    ['bundler', { ...strict, module: 'esnext', moduleResolution: 'bundler' }],
  ])(
    `a program compiles under strict, and its mistakes do not: %s${verifies('packages.clean')}`,
    async (name, options) => {
      expect(await compile(`${name}.json`, ['consumer.tsx'], options)).toBe('');
    },
  );

  it(`the examples of the READMEs compile${verifies('packages.clean')}`, async () => {
    const programs = await writeReadmePrograms(folder);
    expect(programs.length).toBeGreaterThan(5);
    expect(await compile('readme.json', programs, { allowJs: true, checkJs: true, strict: false })).toBe('');
  });
});

describe('the client', () => {
  it.each([{ name: 'Node 24', npm: null, program: '', args: [] }, ...RUNTIMES])(
    `runs in $name${verifies('client.runtimes', 'client.abort', 'client.errors', 'client.all')}`,
    async ({ name, npm, program, args }) => {
      const path = npm === null ? process.execPath : join(folder, 'node_modules', npm, program);
      const { input, expected } = scenarioFor(session, name.toLowerCase().replaceAll(/\W/g, '-'));
      const { stdout } = await run(path, [...args, 'main.mjs', JSON.stringify(input)], { cwd: folder });
      expect(JSON.parse(stdout)).toEqual(expected);
    },
  );
});

describe('an operation', () => {
  let call: (noun: string, verb: string, args: readonly unknown[], apiKey?: string) => Promise<unknown>;
  let described: readonly DescribedOperation[];
  beforeAll(async () => {
    const module = pathToFileURL(join(folder, 'node_modules/@anteroom/client/dist/index.js')).href;
    const { Anteroom } = await import(module);
    call = (noun, verb, args, apiKey) => new Anteroom({ apiKey, baseUrl: session.url })[noun][verb](...args);
    described = describedOperations((await session.visitor.get('/api/v1/openapi.json')).body);
  });

  const describedAs = (name: string): DescribedOperation => {
    const found = described.find(({ operationId }) => operationId === name);
    if (!found) throw new Error(`${name} is not described`);
    return found;
  };

  it.each(apiOperations.map(operation => [operation.name, operation] as const))(
    `%s is called as it is described${verifies('client.operations')}`,
    async (name, operation) => {
      const { path, output, scope } = operation;
      const values = sampleValues(describedAs(name));
      const made =
        scope === null ? {} : await exampleOf(operation).prepare(session, name.replaceAll('_', '-'));
      const { noun, verb } = nameCall({ operationId: name, tags: [] }, path);
      const input = values.body ? bodyOfThisRun(values.body, made) : values.query;
      const args = [...pathParameters(path).map(each => String(made[each])), input];
      const answer = await call(noun, verb, args, session.key);
      expect(output.safeParse(answer)).toMatchObject({ success: true });
    },
  );

  it.each(publicEndpoints.map(endpoint => [endpoint.name, endpoint] as const))(
    `%s is called without a key${verifies('client.operations')}`,
    async (name, { path, answers }) => {
      await session.api.post('/api/v1/waitlists', { name: 'Visited', slug: 'visited' });
      const { body } = await session.join('visited', { email: `${name}@example.com` });
      const made: Record<string, string> = { slug: 'visited', token: body.statusUrl.split('/').at(-1) };
      const { noun, verb } = nameCall({ operationId: name, tags: ['public'] }, path);
      const input = sampleValues(describedAs(name)).body;
      const answer = await call(noun, verb, [...pathParameters(path).map(each => made[each]), input]);
      const outputs = Object.values(answers).flatMap(({ output }) => (output ? [output()] : []));
      expect(outputs.some(output => output.safeParse(answer).success)).toBe(true);
    },
  );
});
