import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
export const run = promisify(execFile);

/** The tarball of each package. */
export type Tarballs = Readonly<Record<'@anteroom/client' | '@anteroom/react', string>>;

/** Packs the packages as they would be published. */
export async function packPackages(folder: string): Promise<Tarballs> {
  await mkdir(folder, { recursive: true });
  const args = ['pack', '--workspaces', '--json', '--silent', '--pack-destination', folder];
  const { stdout } = await run('npm', args, { cwd: ROOT });
  const packed = JSON.parse(stdout) as { readonly name: string; readonly filename: string }[];
  return Object.fromEntries(
    packed.map(({ name, filename }) => [name, join(folder, filename)]),
  ) as unknown as Tarballs;
}

/** Installs packages into a folder. Values are versions or tarballs. */
export async function install(
  folder: string,
  manifest: object,
  dependencies: Readonly<Record<string, string>>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, ...manifest, dependencies }));
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder });
}
