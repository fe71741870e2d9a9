import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The key of all digests, base64: made once for a `DATA_DIR`, since what it was used on must be found again. */
export async function readDigestKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'digest-key');
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept) return kept.trim();
  const key = randomBytes(32).toString('base64');
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  return key;
}
