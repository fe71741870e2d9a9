import { open, readFile, rename, rm } from 'node:fs/promises';

/** Reads a secret; `undefined` if there is no file. */
export async function readSecret(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const draftOf = (file: string): string => `${file}.new`;

/** Writes a secret to a draft next to its file (mode 0600). {@link keepDraft} moves it into place. */
export async function draftSecret(file: string, secret: string): Promise<void> {
  const draft = draftOf(file);
  // The mode only applies to new files.
  await rm(draft, { force: true });
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${secret}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @returns whether there was a draft. */
export async function keepDraft(file: string): Promise<boolean> {
  try {
    await rename(draftOf(file), file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

export const discardDraft = (file: string): Promise<void> => rm(draftOf(file), { force: true });
