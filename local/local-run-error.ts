/** A problem the user can fix. The message is one line that says how; a stack trace would only hide it. */
export class LocalRunError extends Error {
  override readonly name = 'LocalRunError';
}

/** Messages of Node, Postgres, initdb, and SQLite. */
const DISK_FULL =
  /no space left on device|check free disk space|disk quota exceeded|database or disk is full/i;

/**
 * Replaces an error caused by a full disk; returns any other error unchanged.
 * @param postgresLog - the last lines of a Postgres that has ended: its clients only see a broken connection
 */
export function explainDiskFull(error: Error, dataDir: string, postgresLog = ''): Error {
  if (!DISK_FULL.test(`${error} ${postgresLog}`)) return error;
  return new LocalRunError(
    `The disk is full. Free some space, or set DATA_DIR to a folder on another disk (now ${dataDir}).`,
    { cause: error },
  );
}
