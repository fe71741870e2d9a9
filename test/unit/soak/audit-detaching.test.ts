import { describe, expect, it } from '@jest/globals';
import type { CustomerRow } from '../../soak/audit.ts';
import { createRun, exchange, failing, type Run } from './audit-run.ts';

const ROWS = "customers' rows exist once";
const SIGNUPS = 'acknowledged signups exist once';
const INVITATIONS = 'invitations are exact';
const WEBHOOKS = 'webhooks tell each event';
const ANSWERS = 'no unexpected answer';

const change = <Item>(items: Item[], index: number, changes: Partial<Item>): void => {
  items[index] = { ...(items[index] as Item), ...changes };
};

const detach = ({ ledger }: Run) => ledger.detachments.push({ list: 'own', from: 10_000, to: 20_000 });

/** Cleo joined while the database was detached: she is here, without a row. */
function stay(run: Run, row?: Partial<CustomerRow>): void {
  change(run.entries, 2, { delivery: 'none', email: 'cleo@soak.test' });
  run.rows.splice(2, 1);
  if (row) run.rows.push({ ...(run.rows[0] as CustomerRow), id: 'id-cleo', email: 'cleo@soak.test', ...row });
}

/** Ann's address was away when her invitation was due, so she waits again. */
function giveBack({ batches, entries, invitations, ledger, told }: Run): void {
  change(invitations, 1, { state: 'ended', mailed: false });
  change(batches, 0, { ended: 1 });
  change(entries, 1, { status: 'waiting' });
  change(entries, 0, { ahead: 1 });
  change(entries, 2, { ahead: 1 });
  change(entries, 3, { ahead: 2 });
  const link = ledger.links
    .values()
    .find(({ kind, person }) => kind === 'invitation' && person.email[0] === 'a');
  ledger.links.delete(link?.url ?? '');
  expect(told).toHaveLength(10);
}

/** The event that Bob joined was due while nobody knew who he is. */
function drop({ told, deliveries }: Run): void {
  const [event] = told.splice(1, 1);
  const index = deliveries.findIndex(({ id }) => id === event?.id);
  change(deliveries, index, { state: 'failed' });
}

const redeem = (at: number) => (run: Run) =>
  run.ledger.exchanges.push(exchange({ at, kind: 'redeem', list: 'own', status: 404, code: 'not_found' }));

describe('while an owner detached their database', () => {
  const cases: readonly (readonly [string, string, (run: Run) => unknown])[] = [
    ['who was not mailed waits again', INVITATIONS, giveBack],
    ['an event about someone away is dropped', WEBHOOKS, drop],
    ['an invitation of someone away is unknown', ANSWERS, redeem(15_000)],
  ];

  it.each(cases)('%s; at other times “%s” fails', (_, check, happen) => {
    const run = createRun();
    happen(run);
    expect(failing(run)).toContain(check);
    detach(run);
    expect(failing(run)).toEqual([]);
  });

  it('who joins stays here, and may be there too if they were on their way', () => {
    for (const row of [undefined, { position: 99 }]) {
      const run = createRun();
      detach(run);
      stay(run, row);
      expect(failing(run)).toEqual([]);
    }
  });

  const faults: readonly (readonly [string, string, (run: Run) => unknown])[] = [
    [
      'a contact that is in neither database',
      SIGNUPS,
      run => {
        stay(run);
        change(run.entries, 2, { email: null });
      },
    ],
    ['a row that belongs to somebody else', ROWS, run => stay(run, { email: 'bob@soak.test' })],
    [
      'someone who joined since, and was not delivered',
      ROWS,
      ({ entries }) => change(entries, 2, { delivery: 'due' }),
    ],
    [
      'a contact that is in both databases',
      ROWS,
      ({ entries }) => change(entries, 2, { email: 'cleo@soak.test' }),
    ],
    ['a row of someone who left', ROWS, ({ entries }) => change(entries, 2, { isErased: true })],
    [
      'an invitation that was mailed, and ended by itself',
      INVITATIONS,
      run => {
        giveBack(run);
        change(run.invitations, 1, { mailed: true });
      },
    ],
    [
      'an event about someone here that is dropped',
      WEBHOOKS,
      run => {
        stay(run);
        change(run.deliveries, 2, { state: 'failed' });
      },
    ],
    [
      'an event that is gone',
      WEBHOOKS,
      ({ told, deliveries }) => {
        told.splice(1, 1);
        deliveries.splice(0, 1);
      },
    ],
    ['an invitation that is unknown afterwards', ANSWERS, redeem(30_000)],
  ];

  it.each(faults)('%s is a problem all the same', (_, check, plant) => {
    const run = createRun();
    detach(run);
    plant(run);
    expect(failing(run)).toContain(check);
  });

  it('nobody who was not on the way is in both', () => {
    const run = createRun();
    detach(run);
    for (let n = 0; n < 501; n++) {
      const id = `id-${n}`;
      const email = `${n}@soak.test`;
      run.entries.push({
        ...run.entries[2],
        seq: n + 5,
        id,
        email,
        delivery: 'none',
      } as Run['entries'][number]);
      run.rows.push({ ...(run.rows[0] as CustomerRow), id, email });
    }
    expect(failing(run)).toContain(ROWS);
    run.ledger.detachments.push({ list: 'own', from: 30_000, to: 40_000 });
    expect(failing(run)).not.toContain(ROWS);
  });
});
