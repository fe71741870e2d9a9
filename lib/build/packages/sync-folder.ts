import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** By another process: its id is the ending. */
const HALF_WRITTEN = /\.\d+$/;

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile() && !HALF_WRITTEN.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));

/** The texts in a folder, by path. */
export async function readTexts(folder: string): Promise<Map<string, string>> {
  const paths = await filesIn(folder);
  return new Map(
    await Promise.all(
      paths.map(async path => [path, await readFile(join(folder, path), 'utf8')] as [string, string]),
    ),
  );
}

/**
 * Makes a folder hold exactly these texts. What is right already is not touched, and nothing is ever half written: others may build or
 * pack at the same time.
 */
export async function syncFolder(folder: string, texts: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true });
  const old = await readTexts(folder);
  for (const [path, text] of texts) {
    if (old.get(path) === text) continue;
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(`${target}.${process.pid}`, text);
    await rename(`${target}.${process.pid}`, target);
  }
  for (const path of old.keys()) if (!texts.has(path)) await rm(join(folder, path), { force: true });
}
