import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { JOBS } from '../../../lambdas/worker/jobs.ts';

/** The kinds that SQL writes: the literal with which the row of each `INSERT INTO outbox` begins. */
function writtenKinds(): string[] {
  const sources = [...globSync('migrations/routines/*.sql'), ...globSync('adapters/postgres/**/*.ts')];
  const row =
    /INTO outbox(?: AS \w+)? \(kind[^)]*\)\s+(?:VALUES \(|SELECT (?:DISTINCT ON \([^)]*\) )?)([^\s,)]+)/g;
  return sources.flatMap(path =>
    [...readFileSync(path, 'utf8').matchAll(row)].map(([, value = '']) => value),
  );
}

describe('jobs', () => {
  it('have a kind each, which SQL writes and no other', () => {
    const written = new Set(writtenKinds());
    // These copy the kind of an existing row, or write the kind of their own job.
    for (const copied of ['kind', 'replace(f.kind', `'\${kind}'`]) expect(written.delete(copied)).toBe(true);
    expect([...written].toSorted()).toEqual(JOBS.map(({ kind }) => `'${kind}'`).toSorted());
  });
});
