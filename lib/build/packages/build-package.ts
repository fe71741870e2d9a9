import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import openapiTS, { astToString } from 'openapi-typescript';
import { describeApi } from '../../../core/describe-api.ts';
import { EXAMPLE_SITE } from '../example-site.ts';
import { type ApiDescription, writeOperations, writeSchemas } from './client-api.ts';
import { readTexts, syncFolder } from './sync-folder.ts';

const ROOT = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

export const PACKAGES = ['client', 'react'] as const;
export type PackageName = (typeof PACKAGES)[number];

/** Writes what the client takes from the description, so that an operation is defined once. */
async function generate(): Promise<void> {
  const description = describeApi(EXAMPLE_SITE) as unknown as ApiDescription;
  const files = new Map([
    ['description.ts', astToString(await openapiTS(JSON.stringify(description)))],
    ['operations.ts', writeOperations(description)],
    ['schemas.ts', writeSchemas(description)],
  ]);
  await syncFolder(join(ROOT, 'packages/client/src/generated'), files);
}

/** Checks the types of a package. @returns its declarations */
async function declare(name: PackageName): Promise<[path: string, text: string][]> {
  const out = await mkdtemp(join(tmpdir(), 'anteroom-types-'));
  try {
    const tsc = join(ROOT, 'node_modules/typescript-7/bin/tsc');
    const options = ['-p', join(ROOT, 'packages', name), '--outDir', out];
    // What the compiler prints says what is wrong.
    await run(process.execPath, [tsc, ...options]).catch(({ stdout }: { stdout: string }) => {
      throw new Error(`packages/${name} does not compile:\n${stdout}`);
    });
    // Files of others that it bundles are declared too, and are not part of it.
    const declarations = await readTexts(join(out, 'packages', name, 'src'));
    return [...declarations].map(([path, text]) => {
      if (text.includes("from '../../")) throw new Error(`${path} declares what is not in the package`);
      // The compiler rewrites the extensions of imports in code only.
      return [path, text.replace(/( from '\.[^']*)\.tsx?'/g, "$1.js'")];
    });
  } finally {
    await rm(out, { recursive: true });
  }
}

async function bundle(name: PackageName): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, 'packages', name, 'src/index.ts')],
    absWorkingDir: ROOT,
    write: false,
    bundle: true,
    packages: 'external',
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    // Frameworks run what has it in the browser too.
    ...(name === 'react' && { banner: { js: "'use client';" } }),
  });
  const [file] = outputFiles;
  if (!file) throw new Error(`esbuild returned no output for packages/${name}`);
  return file.text;
}

/** Builds a package into its `dist/`: one module, and its declarations. */
export async function buildPackage(name: PackageName): Promise<void> {
  await generate();
  const declarations = await declare(name);
  await syncFolder(
    join(ROOT, 'packages', name, 'dist'),
    new Map([...declarations, ['index.js', await bundle(name)]]),
  );
}
