import { expect, it } from '@jest/globals';
import { checkMany } from '../../soak/audit-announcements.ts';

const PEOPLE = Array.from({ length: 100 }, (_, n) => `${n}@soak.test`);
type Ended = Parameters<typeof checkMany>[0];
const SENT: Ended = {
  state: 'sent',
  recipients: 100,
  sent: 98,
  skipped: [{ reason: 'unknown', count: 2 }],
};
/** To everybody but one of those who are unknown. */
const MAIL = PEOPLE.slice(1).map(email => [email, 1] as const);

it('passes when everybody got it once, but for a few who were in flight', () => {
  expect(checkMany(SENT, new Map(MAIL), PEOPLE)).toEqual({
    check: 'an announcement to many',
    examined: 100,
    problems: [],
    note: '99 emails, 2 unknown',
  });
});

it.each<[string, Partial<Ended>, [string, number][], string]>([
  ['someone got it twice', {}, [['7@soak.test', 2]], '7@soak.test got it 2 times'],
  ['a stranger got it', {}, [['eve@soak.test', 1]], 'eve@soak.test got it, and is not on the list'],
  ['it has not ended', { state: 'sending' }, [], 'it is sending: 100 recipients, 98 sent, 2 unknown'],
  ['somebody was not counted', { sent: 97 }, [], 'it is sent: 100 recipients, 97 sent, 2 unknown'],
  [
    'many are unknown',
    { sent: 59, skipped: [{ reason: 'unknown', count: 41 }] },
    [],
    '1 people did not get it, and 41 are unknown',
  ],
])('fails when %s', (_, change, more, problem) => {
  expect(checkMany({ ...SENT, ...change }, new Map([...MAIL, ...more]), PEOPLE).problems).toEqual([problem]);
});

it('fails when people are left out', () => {
  expect(checkMany(SENT, new Map(MAIL.slice(2)), PEOPLE).problems).toEqual([
    '3 people did not get it, and 2 are unknown',
  ]);
});
