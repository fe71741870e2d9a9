import { execFile } from 'node:child_process';
import { mkdir, statfs } from 'node:fs/promises';
import { platform } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A folder on a disk of its own, which can be full. */
export interface SmallDisk {
  /** Leaves no free block. */
  fill(): Promise<void>;
  free(): Promise<void>;
  remove(): Promise<void>;
}

const SIZE_MB = 8192;
const FILL_TRIES = 20;

/**
 * Mounts a disk in memory at `folder`. It takes no more memory than its files do.
 * @returns null if this user cannot: it takes root on Linux, and containers may forbid it all the same
 */
export async function mountSmallDisk(folder: string): Promise<SmallDisk | null> {
  if (platform() !== 'linux' || process.getuid?.() !== 0) return null;
  await mkdir(folder, { mode: 0o755 });
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=755`, 'anteroom-soak', folder]);
  } catch {
    return null;
  }
  const resize = (size: string) => run('mount', ['-o', `remount,size=${size}`, folder]);
  return {
    async fill() {
      // Refused when more is in use by then.
      for (let tries = 1; ; tries++) {
        const { blocks, bfree, bsize } = await statfs(folder);
        const done = await resize(String((blocks - bfree) * bsize)).catch(error => error as Error);
        if (!(done instanceof Error)) return;
        if (tries === FILL_TRIES) throw done;
      }
    },
    async free() {
      await resize(`${SIZE_MB}m`);
    },
    async remove() {
      await run('umount', ['--lazy', folder]);
    },
  };
}
