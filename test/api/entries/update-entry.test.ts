import { beforeAll, describe, expect, it } from '@jest/globals';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const QUESTIONS = [
  { key: 'team', label: 'Your team', type: 'choice', options: ['Small', 'Large'] },
  { key: 'tools', label: 'Tools', type: 'choices', options: ['A', 'B', 'C'] },
  { key: 'tag', label: 'Tag', type: 'text', ask: 'never' },
  { key: 'old', label: 'Old', type: 'text' },
];

describe('PATCH /api/v1/waitlists/{id}/entries/{entryId}', () => {
  const session = shareSession();
  const LIST = '/api/v1/waitlists/updated';
  let entryId: string;

  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Updated', slug: 'updated', questions: QUESTIONS });
    const answers = { team: 'Small', old: 'kept' };
    const people = [{ email: 'ada@example.com', name: 'Ada', answers }];
    const { body } = await session.api.post(`${LIST}/entries`, { people });
    entryId = body.results[0].entry.id;
    await session.api.patch(LIST, { questions: QUESTIONS.slice(0, 3) });
  });

  const shown = async () => (await session.api.get(`${LIST}/entries/${entryId}`)).body.entry;
  const update = async (body: Record<string, unknown>) => {
    const answer = await session.api.patch(`${LIST}/entries/${entryId}`, body);
    if (answer.status === 200) expect(await shown()).toMatchObject(answer.body.entry);
    return answer;
  };

  it(`changes what is sent, and clears what is null${verifies('people.update-entry')}`, async () => {
    expect(
      (await update({ name: ' Ada L. ', answers: { tag: 'vip', tools: ['C', 'A'] } })).body.entry,
    ).toMatchObject({
      name: 'Ada L.',
      answers: { team: 'Small', tag: 'vip', tools: ['A', 'C'], old: 'kept' },
    });
    expect((await update({ answers: { team: null } })).body.entry).toMatchObject({
      name: 'Ada L.',
      answers: { tag: 'vip', tools: ['A', 'C'], old: 'kept' },
    });
    expect((await update({ name: null })).body.entry.name).toBeNull();
    const { sources: _, answers } = (await session.api.get(`${LIST}/statistics`)).body;
    expect(answers).toEqual({ team: { Small: 0, Large: 0 }, tools: { A: 1, B: 0, C: 1 } });
    expect((await update({})).status).toBe(200);
  });

  it(`takes back what it returned, and clears answers to removed questions${verifies('people.update-entry')}`, async () => {
    const { entry } = (await update({})).body;
    expect((await update(entry)).status).toBe(200);
    expect((await update({ answers: { old: null } })).body.entry.answers).not.toHaveProperty('old');
  });

  it(`keeps answers and consents that are sent back after their question changed${verifies('people.update-entry')}`, async () => {
    const questions = [
      { key: 'team', label: 'Your team', type: 'choice', options: ['Small', 'Large'] },
      { key: 'news', label: 'Send me news', type: 'checkbox' },
    ];
    await session.api.post('/api/v1/waitlists', { name: 'Changed', slug: 'changed', questions });
    const people = [{ email: 'ada@example.com', answers: { team: 'Small', news: true } }];
    const added = await session.api.post('/api/v1/waitlists/changed/entries', { people });
    const path = `/api/v1/waitlists/changed/entries/${added.body.results[0].entry.id}`;
    const [team, news] = questions;
    const changed = [
      { ...team, options: ['Medium', 'Large'] },
      { ...news, label: 'Sell my data' },
    ];
    await session.api.patch('/api/v1/waitlists/changed', { questions: changed });
    const { entry } = (await session.api.get(path)).body;
    expect(await session.api.patch(path, entry)).toMatchObject({ status: 200, body: { entry } });
    expect((await session.api.get(path)).body.entry).toEqual(entry);
    const [{ consents }] = await session.sql(`SELECT c.consents FROM contacts c JOIN waitlists w
      ON w.id = c.waitlist_id WHERE w.slug = 'changed'`);
    expect(consents).toMatchObject({ news: { label: 'Send me news' } });
    const wrong = await session.api.patch(path, { answers: { ...entry.answers, team: 'Tiny' } });
    expect([wrong.status, wrong.body.details[0].path]).toEqual([400, 'answers.team']);
  });

  it.each([
    [{ name: 7 }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ answers: { team: 'Huge' } }, 'answers.team'],
    [{ answers: { size: 'Large' } }, 'answers.size'],
    [{ answers: [] }, 'answers'],
    [{ nmae: 'Ada' }, 'nmae'],
  ])(`names what is wrong with %j${verifies('people.update-entry')}`, async (body, field) => {
    const answer = await update(body);
    expect([answer.status, answer.body.details?.[0].path]).toEqual([400, field]);
  });

  it(`tells webhooks${verifies('people.updated-event')}`, async () => {
    const hook = { url: 'https://example.com/hook', events: ['entry.updated'] };
    const { webhook } = (await session.api.post(`${LIST}/webhooks`, hook)).body;
    await update({ answers: { tag: 'new' } });
    const { deliveries } = (await session.api.get(`${LIST}/webhooks/${webhook.id}/deliveries`)).body;
    expect(deliveries).toMatchObject([{ type: 'entry.updated' }]);
  });

  it(`needs entries:write, and an entry of the list${verifies('people.scope')}`, async () => {
    const reader = await session.withScopes(['entries:read', 'waitlists:write']);
    const path = `${LIST}/entries/${entryId}`;
    expect((await reader.patch(path, { name: 'No' })).body.requiredScope).toBe('entries:write');
    expect((await (await session.otherAccount()).patch(path, { name: 'No' })).status).toBe(404);
    expect((await session.api.patch(`${LIST}/entries/nobody`, { name: 'No' })).status).toBe(404);
  });
});
