import { describe, expect, it } from '@jest/globals';
import { ownTemplatesFrom } from '../../../core/email/own-templates.ts';
import { ownTemplates } from '../../../settings/needs.ts';
import { readSettings } from '../../../settings/read-settings.ts';

const createdAt = new Date('2026-01-01T00:00:00Z');
const free = { plan: 'free', createdAt, hasPaid: false } as const;
const first = new Date('2026-01-01T23:59:59Z');

describe('the templates of a new account', () => {
  it('are sent once it is old enough', () => {
    expect(ownTemplatesFrom(free, 24, first)).toEqual(new Date('2026-01-02T00:00:00Z'));
    expect(ownTemplatesFrom(free, 24, new Date('2026-01-02T00:00:00Z'))).toBeNull();
  });

  it('are sent at once if it has paid, or is on Pro, or nothing is asked for', () => {
    expect(ownTemplatesFrom({ ...free, hasPaid: true }, 24, first)).toBeNull();
    expect(ownTemplatesFrom({ ...free, plan: 'pro' }, 24, first)).toBeNull();
    expect(ownTemplatesFrom(free, 0, createdAt)).toBeNull();
  });

  it('are sent from its second day unless the operator says otherwise', () => {
    expect(readSettings([ownTemplates], {})).toEqual({ OWN_TEMPLATES_AFTER_HOURS: 24 });
  });
});
