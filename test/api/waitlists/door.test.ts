import { describe, expect, it } from '@jest/globals';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const session = shareSession();
let lists = 0;

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString();

async function create(members: object = {}) {
  const slug = `door-${++lists}`;
  const { body } = await session.api.post('/api/v1/waitlists', { name: 'Rockets', slug, ...members });
  return { path: `/api/v1/waitlists/${slug}`, waitlist: body.waitlist };
}

const OPEN = {
  opensAt: null,
  closesAt: null,
  capacity: null,
  closedMessage: null,
  emailRules: { blockDisposable: false, allow: [], block: [] },
  door: 'open',
};

describe('the door of a waitlist', () => {
  it(`is open by default, and in every answer that has a waitlist${verifies('door.members')}`, async () => {
    const { path, waitlist } = await create();
    expect(waitlist).toMatchObject(OPEN);
    const members = {
      opensAt: '2030-01-01T10:00:00+02:00',
      closesAt: '2030-02-01T10:00:00.5Z',
      capacity: 10_000_000,
      closedMessage: 'Come back in spring',
    };
    const stored = {
      ...members,
      opensAt: '2030-01-01T08:00:00.000Z',
      closesAt: '2030-02-01T10:00:00.500Z',
      emailRules: OPEN.emailRules,
      door: 'not_yet',
    };
    expect((await session.api.patch(path, members)).body.waitlist).toMatchObject(stored);
    expect((await session.api.get(path)).body.waitlist).toMatchObject(stored);
    const { waitlists } = (await session.api.get('/api/v1/waitlists')).body;
    expect(waitlists.find(({ id }: { id: string }) => id === waitlist.id)).toMatchObject(stored);
    expect((await create(members)).waitlist).toMatchObject(stored);
    const nothing = { ...OPEN, emailRules: undefined, door: undefined };
    const cleared = Object.fromEntries(Object.entries(nothing).filter(([, value]) => value !== undefined));
    expect((await session.api.patch(path, cleared)).body.waitlist).toMatchObject(OPEN);
  });

  it.each([
    ['opensAt', 'tomorrow'],
    ['opensAt', '0001-01-01T00:00:00+14:00'],
    ['closesAt', '1969-12-31T23:59:59Z'],
    ['closesAt', 1_800_000_000],
    ['capacity', 0],
    ['capacity', 10_000_001],
    ['capacity', 1.5],
    ['closedMessage', 'x'.repeat(201)],
    ['emailRules', null],
    ['emailRules.allow', { allow: Array.from({ length: 101 }, (_, n) => `d${n}.example`) }],
    ['emailRules.block.0', { block: ['ada@example.com'] }],
    ['emailRules.allow.1', { allow: ['example.com', 'nodots'] }],
    ['emailRules.blockDisposable', { blockDisposable: 'yes' }],
  ])(`refuses a wrong %s${verifies('door.members')}`, async (at, value) => {
    const { path } = await create();
    const { status, body } = await session.api.patch(path, { [at.split('.')[0] as string]: value });
    expect([status, body.details?.[0].path]).toEqual([400, at]);
    expect((await session.api.get(path)).body.waitlist).toMatchObject(OPEN);
  });

  it(`does not close before it opens, whichever of the two is sent${verifies('door.order')}`, async () => {
    const wrong = { opensAt: hoursFromNow(2), closesAt: hoursFromNow(1) };
    const refused = await session.api.post('/api/v1/waitlists', { name: 'Rockets', ...wrong });
    expect([refused.status, refused.body.details[0].path]).toEqual([400, 'closesAt']);
    const { path } = await create({ opensAt: hoursFromNow(2) });
    for (const change of [{ closesAt: hoursFromNow(1) }, { ...wrong }]) {
      const { status, body } = await session.api.patch(path, change);
      expect([status, body.details[0].path]).toEqual([400, 'closesAt']);
    }
    // It never opens, which is odd but no contradiction.
    const same = hoursFromNow(3);
    expect((await session.api.patch(path, { opensAt: same, closesAt: same })).status).toBe(200);
  });

  it(`keeps domains as addresses have them, and rules that are sent replace the old ones${verifies('door.rules-kept')}`, async () => {
    const rules = {
      blockDisposable: true,
      allow: ['ACME.com', 'acme.com', ' Bücher.example '],
      block: ['x.acme.com'],
    };
    const { path, waitlist } = await create({ emailRules: rules });
    const kept = {
      blockDisposable: true,
      allow: ['acme.com', 'xn--bcher-kva.example'],
      block: ['x.acme.com'],
    };
    expect(waitlist.emailRules).toEqual(kept);
    // What was read can be sent back.
    const read = (await session.api.get(path)).body.waitlist;
    expect((await session.api.patch(path, read)).body.waitlist.emailRules).toEqual(kept);
    const { body } = await session.api.patch(path, { emailRules: { block: ['b.example'] } });
    expect(body.waitlist.emailRules).toEqual({ blockDisposable: false, allow: [], block: ['b.example'] });
    await session.api.patch(path, { emailRules: {} });
    expect((await session.api.get(path)).body.waitlist.emailRules).toEqual(OPEN.emailRules);
  });

  it(`ignores a door that is sent back${verifies('door.state')}`, async () => {
    const { path } = await create({ closesAt: hoursFromNow(-1) });
    const { waitlist } = (await session.api.get(path)).body;
    expect(waitlist.door).toBe('closed');
    const changed = await session.api.patch(path, { ...waitlist, door: 'open', name: 'Other' });
    expect([changed.status, changed.body.waitlist.door]).toEqual([200, 'closed']);
  });
});
