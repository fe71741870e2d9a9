import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import openapiTS, { astToString } from 'openapi-typescript';
import { describeApi } from '../../../core/describe-api.ts';
import { type ApiDescription, writeOperations, writeSchemas } from './client-api.ts';

const ROOT = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

export const PACKAGES = ['client', 'react'] as const;
export type PackageName = (typeof PACKAGES)[number];

/** Only the examples of the description hold addresses and prices. */
const EXAMPLE_SITE = {
  baseUrl: 'https://anteroom.example',
  licensePriceUsd: 0,
  proPriceUsd: 0,
  allowInsecureLoopback: false,
};

/** Writes what the client takes from the description, so that an operation is defined once. */
async function generate(): Promise<void> {
  const description = describeApi(EXAMPLE_SITE) as unknown as ApiDescription;
  const folder = join(ROOT, 'packages/client/src/generated');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'description.ts'), astToString(await openapiTS(JSON.stringify(description))));
  await writeFile(join(folder, 'operations.ts'), writeOperations(description));
  await writeFile(join(folder, 'schemas.ts'), writeSchemas(description));
}

/** Checks the types of a package, and writes its declarations. */
async function declare(name: PackageName, folder: string): Promise<void> {
  const out = join(folder, 'types');
  const tsc = join(ROOT, 'node_modules/typescript-7/bin/tsc');
  // What the compiler prints says what is wrong.
  await run(process.execPath, [tsc, '-p', folder, '--outDir', out]).catch((error: { stdout: string }) => {
    throw new Error(`packages/${name} does not compile:\n${error.stdout}`);
  });
  // Files of others that it bundles are declared too, and are not part of it.
  const own = join(out, 'packages', name, 'src');
  for (const file of await readdir(own, { recursive: true })) {
    if (!file.endsWith('.d.ts')) continue;
    const target = join(folder, 'dist', file);
    await mkdir(dirname(target), { recursive: true });
    // The compiler rewrites extensions of imports in code only.
    const text = await readFile(join(own, file), 'utf8');
    if (text.includes("from '../../")) throw new Error(`${file} declares what is not in the package`);
    await writeFile(target, text.replace(/( from '\.[^']*)\.tsx?'/g, "$1.js'"));
  }
  await rm(out, { recursive: true });
}

/** Builds a package into its `dist/`: one module, and its declarations. */
export async function buildPackage(name: PackageName): Promise<void> {
  const folder = join(ROOT, 'packages', name);
  await rm(join(folder, 'dist'), { recursive: true, force: true });
  await generate();
  await declare(name, folder);
  await build({
    entryPoints: [join(folder, 'src/index.ts')],
    outfile: join(folder, 'dist/index.js'),
    bundle: true,
    packages: 'external',
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    jsx: 'automatic',
    // Frameworks render what has it in the browser too.
    ...(name === 'react' && { banner: { js: "'use client';" } }),
  });
}
