import { open, readFile, rename, rm } from 'node:fs/promises';

/** What a file holds, without the line's end; `undefined` when there is no file. Any other failure is thrown. */
export async function readSecret(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const draftOf = (file: string): string => `${file}.new`;

/** Puts a secret on the disk beside its place (mode 0600), from where {@link keepDraft} moves it, whole or not at all. */
export async function draftSecret(file: string, secret: string): Promise<void> {
  const draft = draftOf(file);
  // The mode counts for new files only.
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
