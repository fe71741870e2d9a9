import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { compileAtOnce } from './compile-at-once.ts';
import { bundleDeferred, deferPackages, deferredIn } from './deferred-packages.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The code of one Lambda function: a module, `index.mjs`, whose export `handler` Lambda calls. */
export interface FunctionBundle {
  /** The folder under `lambdas/`. */
  readonly name: string;
  readonly code: Buffer;
  /** Files beside it that it loads when they are first needed, by path. */
  readonly deferred: ReadonlyMap<string, Buffer>;
  /** Size of `code`, uncompressed: what a cold start has to parse. */
  readonly bytes: number;
  /** Size of the deferred files together. */
  readonly deferredBytes: number;
  /** SHA-256 of all of it, hex. The same sources make the same code on every machine, so also the same hash. */
  readonly hash: string;
  /** What went into `code`, by file: where bytes come from. */
  readonly metafile: Metafile;
}

/** CommonJS dependencies (pg) call `require` for modules of Node; an ES module has none of its own. */
const REQUIRE =
  "import{createRequire as anteroomRequire}from'node:module';const require=anteroomRequire(import.meta.url);";

/** The entry point of a function, and the only place where a function's environment is read. */
const entryPoint = (name: string): string =>
  `import './lib/build/without-jit.ts';\nimport { createHandler } from './lambdas/${name}/handler.ts';\nexport const handler = createHandler(process.env);\n`;

/**
 * Lambda hands a function its credentials in its environment and nowhere else. The default chain of the SDK, which looks
 * in files, single sign-on and the metadata services as well, is a third of a bundle, and is replaced by that one step.
 */
const lambdaCredentials: Plugin = {
  name: 'lambda-credentials',
  setup(builder) {
    const namespace = 'lambda-credentials';
    builder.onResolve({ filter: /^@aws-sdk\/credential-provider(-node|s)$/ }, ({ path }) => ({
      path,
      namespace,
    }));
    builder.onLoad({ filter: /.*/, namespace }, () => ({
      contents: `export { fromEnv as defaultProvider, fromEnv as fromNodeProviderChain } from '@aws-sdk/credential-provider-env';`,
      resolveDir: ROOT,
    }));
  },
};

/** pg's other half, on a native library that is not there. */
const withoutNativePg: Plugin = {
  name: 'without-native-pg',
  setup(builder) {
    const namespace = 'absent';
    builder.onResolve({ filter: /^\.\/native$/ }, ({ path, importer }) =>
      /[\\/]node_modules[\\/]pg[\\/]/.test(importer) ? { path, namespace } : undefined,
    );
    builder.onLoad({ filter: /.*/, namespace }, () => ({ contents: 'module.exports = {};' }));
  },
};

/**
 * Modules of Node as what `require` would give. An import of one makes a module of it first, which reads all its exports, also those
 * that Node loads when they are first read.
 */
const builtinsAsTheyAre: Plugin = {
  name: 'builtins-as-they-are',
  setup(builder) {
    const namespace = 'builtin';
    builder.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace } : undefined,
    );
    builder.onLoad({ filter: /.*/, namespace }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter(name => name !== 'default');
      // One at a time and without effect, so that those that nobody imports are left out, and not read.
      const each = names.map(name => `export const ${name} = /* @__PURE__ */ (() => builtin.${name})();`);
      return {
        contents: [
          `const builtin = process.getBuiltinModule('${path}');`,
          'export default builtin;',
          ...each,
        ].join('\n'),
      };
    });
  },
};

/** The SDK looks for settings in files of a home folder, which no function has. */
const withoutConfigFiles: Plugin = {
  name: 'without-config-files',
  setup(builder) {
    builder.onLoad({ filter: /[\\/]shared-ini-file-loader[\\/]readFile\.js$/ }, () => ({
      contents: `export const filePromises = {}, fileIntercept = {};
        export const readFile = async path => { throw new Error('A function has no ' + path); };`,
    }));
  },
};

/** What an answer of ours can be: the framework under the authorization server would bring all types there are, twice. */
const MEDIA_TYPES = ['application/json', 'application/x-www-form-urlencoded', 'text/html', 'text/plain'];

/** The table of media types without those that no function answers with or reads. */
const fewMediaTypes: Plugin = {
  name: 'few-media-types',
  setup(builder) {
    builder.onLoad({ filter: /[\\/]mime-db[\\/]db\.json$/ }, async ({ path }) => {
      const all = JSON.parse(await readFile(path, 'utf8'));
      const few = Object.fromEntries(MEDIA_TYPES.map(type => [type, all[type]]));
      return { contents: JSON.stringify(few), loader: 'json' };
    });
  },
};

/**
 * Bundles `lambdas/<name>/handler.ts` with all that it imports, the AWS SDK included: a version that was tested, and
 * one file to read, start faster than the copy in Lambda's runtime.
 */
export async function bundleFunction(name: string): Promise<FunctionBundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: entryPoint(name), resolveDir: ROOT, sourcefile: `${name}.ts`, loader: 'ts' },
    absWorkingDir: ROOT,
    outfile: 'index.mjs',
    write: false,
    metafile: true,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // ES modules first: they can be shaken, and a package that has both is then in the bundle once.
    mainFields: ['module', 'main'],
    conditions: ['module', 'node'],
    charset: 'utf8',
    plugins: [
      deferPackages,
      lambdaCredentials,
      withoutNativePg,
      withoutConfigFiles,
      builtinsAsTheyAre,
      fewMediaTypes,
    ],
    banner: { js: REQUIRE },
    legalComments: 'none',
    logLevel: 'silent',
  });
  const [output] = outputFiles;
  if (!output) throw new Error(`esbuild made nothing of ${name}`);
  const code = Buffer.from(compileAtOnce(output.text, 'module'));
  const packages = deferredIn(Object.keys(metafile.inputs));
  const deferred = new Map(
    await Promise.all(packages.map(each => bundleDeferred(each, [lambdaCredentials]))),
  );
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

/** The names of all functions: the folders under `lambdas/` that have a handler. */
export async function functionNames(): Promise<string[]> {
  const folder = join(ROOT, 'lambdas');
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const handlers = entries.filter(entry => entry.isFile() && entry.name === 'handler.ts');
  return handlers.map(entry => entry.parentPath.slice(folder.length + 1)).sort();
}

/** The bundle of a function. @throws {Error} where there is none */
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
