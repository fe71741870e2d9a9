import { describe, expect, it } from '@jest/globals';
import { describeFailure } from '../../../lambdas/middleware/describe-failure.ts';

describe('describeFailure', () => {
  it('keeps what helps and drops the values', () => {
    const error = Object.assign(
      new Error('invalid input "hunter2" for postgres://u:pw@db/x from ada@example.com'),
      {
        code: '22P02',
        constraint: 'entries_pkey',
        detail: 'Key (email)=(ada@example.com) already exists.',
      },
    );
    const described = describeFailure(error);
    expect(described).toMatchObject({ name: 'Error', code: '22P02', constraint: 'entries_pkey' });
    expect(described.message).toBe('invalid input "…" for … from …');
    expect(JSON.stringify(described)).not.toMatch(/ada@|pw@|hunter2/);
  });

  it('accepts values that are not Errors', () => {
    expect(describeFailure('secret').message).not.toContain('secret');
  });
});
