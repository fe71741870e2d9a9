import { describe, expect, it } from '@jest/globals';
import { explainDiskFull, LocalRunError } from '../../local/local-run-error.ts';

describe('a full-disk error', () => {
  it.each([
    ['Node', 'ENOSPC: no space left on device, write'],
    ['a quota', 'EDQUOT: disk quota exceeded, write'],
    ['SQLite', 'database or disk is full'],
    ['Postgres', 'could not extend file "base/16385/16621": No space left on device'],
    ['initdb', 'FATAL:  could not extend file: wrote only 4096 of 8192 bytes\nHINT:  Check free disk space.'],
  ])('is one line that says how to fix it: %s', (_, message) => {
    const explained = explainDiskFull(new Error(message), '/data');
    expect(explained).toBeInstanceOf(LocalRunError);
    expect(explained.message).toBe(
      'The disk is full. Free some space, or set DATA_DIR to a folder on another disk (now /data).',
    );
  });

  it('is found in the log of a stopped Postgres', () => {
    const log = 'PANIC:  could not write to file "pg_wal/xlogtemp.9": No space left on device\n';
    expect(explainDiskFull(new Error('Connection terminated'), '/data', log).message).toContain('is full');
  });

  it('is not reported for any other error', () => {
    const error = new Error('Connection terminated');
    expect(explainDiskFull(error, '/data', 'LOG:  shutting down')).toBe(error);
  });
});
