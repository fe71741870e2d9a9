import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { bundleDeferred, deferPackages, deferredIn } from './deferred-packages.ts';

const ROOT = join(import.meta.dirname, '../..');
const FUNCTIONS = join(ROOT, 'lambdas');

/** The code of one Lambda function: the module `index.mjs`, whose export `handler` Lambda calls. */
export interface FunctionBundle {
  /** The folder under `lambdas/`. */
  readonly name: string;
  readonly code: Buffer;
  /** Files beside it that are loaded on first use, by path. */
  readonly deferred: ReadonlyMap<string, Buffer>;
  /** Size of `code`, uncompressed: what a cold start has to parse. */
  readonly bytes: number;
  /** Total size of the deferred files. */
  readonly deferredBytes: number;
  /** SHA-256 of the code and its deferred files, in hex. The same sources give the same hash on every machine. */
  readonly hash: string;
  /** Bytes in `code` by source file. */
  readonly metafile: Metafile;
}

/** CommonJS dependencies (pg) call `require` for Node's modules; an ES module does not have one. */
const REQUIRE =
  "import{createRequire as anteroomRequire}from'node:module';const require=anteroomRequire(import.meta.url);";

/**
 * The entry point of a function, and the only place that reads its environment. A folder without a handler is an
 * endpoint group.
 */
const entryPoint = (name: string): string =>
  existsSync(join(FUNCTIONS, name, 'handler.ts'))
    ? `import { createHandler } from './lambdas/${name}/handler.ts';
       export const handler = createHandler(process.env);`
    : `import { createGroupHandler } from './lambdas/http/group-handler.ts';
       import { group } from './lambdas/${name}/group.ts';
       export const handler = createGroupHandler(group, process.env);`;

/** esbuild options of functions and deferred packages. */
const OPTIONS = {
  absWorkingDir: ROOT,
  bundle: true,
  minify: true,
  platform: 'node',
  // Lambda@Edge runs Node.js 22.
  target: 'node22',
  // Prefer ES modules: they tree-shake, and a package that ships both formats ends up in the bundle once.
  mainFields: ['module', 'main'],
  conditions: ['module', 'node'],
  // React's build for production, of two.
  define: { 'process.env.NODE_ENV': '"production"' },
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'silent',
  // pg's client for an optional native binding, which we do not install.
  external: ['./native'],
  alias: {
    '@aws-sdk/credential-provider-node': './lib/build/lambda-credentials.ts',
    '@aws-sdk/credential-providers': './lib/build/lambda-credentials.ts',
    'node:http': './lib/build/node-http.cjs',
    // Koa bundles the table of every media type twice, 280 KB; oidc-provider uses four.
    'mime-db': './lib/build/media-types.json',
  },
} as const satisfies BuildOptions;

/**
 * Bundles `lambdas/<name>/handler.ts` with everything it imports, including the AWS SDK: a tested version in one file
 * starts faster than the copy in Lambda's runtime.
 */
export async function bundleFunction(name: string): Promise<FunctionBundle> {
  const { outputFiles, metafile } = await build({
    ...OPTIONS,
    stdin: { contents: entryPoint(name), resolveDir: ROOT, sourcefile: `${name}.ts`, loader: 'ts' },
    outfile: 'index.mjs',
    write: false,
    metafile: true,
    format: 'esm',
    plugins: [deferPackages],
    banner: { js: REQUIRE },
  });
  const [output] = outputFiles;
  if (!output) throw new Error(`esbuild returned no output for ${name}`);
  const code = Buffer.from(output.contents);
  const packages = deferredIn(Object.keys(metafile.inputs));
  const deferred = new Map(await Promise.all(packages.map(each => bundleDeferred(each, OPTIONS))));
  const deferredBytes = deferred.values().reduce((sum, { length }) => sum + length, 0);
  const hash = hashFiles(new Map([['index.mjs', code], ...deferred]));
  return { name, code, deferred, bytes: code.length, deferredBytes, hash, metafile };
}

/** SHA-256 over files and their paths, hex. */
export function hashFiles(files: ReadonlyMap<string, Buffer>): string {
  const hash = createHash('sha256');
  for (const [path, content] of [...files].sort())
    hash.update(`${path}\0${content.length}\0`).update(content);
  return hash.digest('hex');
}

/** The names of all functions: the folders under `lambdas/` with a handler or an endpoint group. */
export async function functionNames(): Promise<string[]> {
  const files = await readdir(FUNCTIONS, { recursive: true });
  const names = files.map(file => /^([^/]+)[/](?:handler|group)\.ts$/.exec(file)?.[1]);
  return [...new Set(names)].filter(name => name !== undefined).sort();
}

/** The bundle of a function. @throws {Error} if it does not exist */
export function bundleOf(bundles: ReadonlyMap<string, FunctionBundle>, name: string): FunctionBundle {
  const bundle = bundles.get(name);
  if (!bundle) throw new Error(`There is no lambdas/${name}/handler.ts`);
  return bundle;
}

/** Bundles every function, by name. */
export async function bundleAll(): Promise<ReadonlyMap<string, FunctionBundle>> {
  const names = await functionNames();
  return new Map(await Promise.all(names.map(async name => [name, await bundleFunction(name)] as const)));
}
