import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { registry } from '../../../core/registry.ts';
import { verifies } from '../../support/verifies.ts';

const namesSomebody = (schema: z.ZodType): boolean =>
  /"(\w*[eE]mail)":\{"type":(\["string","null"\]|"string")|"entry":/.test(
    JSON.stringify(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })),
  );

describe('answers of POSTs', () => {
  it(`are known to name people${verifies('idempotency.personal')}`, () => {
    const naming = registry.filter(({ method, output }) => method === 'POST' && namesSomebody(output));
    expect(naming.map(({ name }) => name).toSorted()).toEqual([
      'add_entries',
      'create_sender',
      'invite_entries',
      'preview_invitations',
      'redeem_invitation',
      'send_announcement',
    ]);
    for (const { name, namesPeople, hasDryRun } of naming)
      expect([name, namesPeople ?? hasDryRun]).toEqual([name, true]);
  });
});
