import { describe, expect, it } from '@jest/globals';
import { explainDiskFull, LocalRunError } from '../../local/local-run-error.ts';

describe('an error of a full disk', () => {
  it.each([
    ['Node', 'ENOSPC: no space left on device, write'],
    ['a quota', 'EDQUOT: disk quota exceeded, write'],
    ['SQLite', 'database or disk is full'],
    ['Postgres', 'could not extend file "base/16385/16621": No space left on device'],
    ['initdb', 'FATAL:  could not extend file: wrote only 4096 of 8192 bytes\nHINT:  Check free disk space.'],
  ])('is one line with the remedy: %s', (_, message) => {
    const explained = explainDiskFull(new Error(message), '/data');
    expect(explained).toBeInstanceOf(LocalRunError);
    expect(explained.message).toBe(
      'The disk is full. Free some space, or set DATA_DIR to a folder on another disk (now /data).',
    );
  });

  it('is found in the log of a Postgres that ended', () => {
    const log = 'PANIC:  could not write to file "pg_wal/xlogtemp.9": No space left on device\n';
    expect(explainDiskFull(new Error('Connection terminated'), '/data', log).message).toContain('is full');
  });

  it('is not any other error', () => {
    const error = new Error('Connection terminated');
    expect(explainDiskFull(error, '/data', 'LOG:  shutting down')).toBe(error);
  });
});
