import { expect, it } from '@jest/globals';
import { verifies } from '../../support/verifies.ts';
import { describeEach, namesIn, openStorage, rowsOf, settle, shareDatabase } from './storage-fixture.ts';

describeEach('people in an attached database', open => {
  const { session, database } = shareDatabase(open);
  const questions = [
    { key: 'tag', label: 'Tag', type: 'text', ask: 'never' },
    { key: 'tools', label: 'Tools', type: 'choices', options: ['A', 'B'] },
  ];

  async function filled() {
    const list = await openStorage(session);
    const path = `/api/v1/waitlists/${list.slug}`;
    await session.api.patch(path, { questions });
    await list.join('here');
    const { tableName } = (await list.attach(database)).body;
    const people = [
      { email: 'ann@one.example', name: 'Ann 100%', answers: { tag: "o'VIP", tools: ['B'] } },
      { email: 'b_ob@two.example', name: 'Ädam', answers: { tag: 'other' } },
    ];
    const { results } = (await session.api.post(`${path}/entries`, { people })).body;
    await settle(session);
    const find = async (query: string) =>
      namesIn((await list.entries(`?sort=position&${query}`)).body.entries);
    return { list, path, tableName, find, results };
  }

  it(`are moved there though no email is sent, and found there${verifies('people.outside', 'people.q', 'people.by-answer', 'people.get-entry')}`, async () => {
    const { list, path, find, tableName, results } = await filled();
    expect(
      await session.sql(
        `SELECT seq FROM contacts c JOIN waitlists w ON w.id = c.waitlist_id WHERE w.slug = $1`,
        [list.slug],
      ),
    ).toEqual([{ seq: 1 }]);
    expect(namesIn(await rowsOf(database, tableName))).toEqual(['ann@one.example', 'b_ob@two.example']);
    expect(await find('q=EXAMPLE')).toEqual(['here', 'ann@one.example', 'b_ob@two.example']);
    expect(await find('q=%25')).toEqual(['ann@one.example']);
    expect(await find('q=_')).toEqual(['b_ob@two.example']);
    expect(await find(`q=${encodeURIComponent('äDA')}`)).toEqual(['b_ob@two.example']);
    expect(await find('q=adam')).toEqual([]);
    expect(await find("answers[tag]=o'VIP")).toEqual(['ann@one.example']);
    expect(await find('answers[tools]=B&q=one')).toEqual(['ann@one.example']);
    expect(await find('answers[tag]=vip')).toEqual([]);
    const shown = await session.api.get(`${path}/entries/${results[0].entry.id}`);
    expect(shown.body.entry).toMatchObject({
      email: 'ann@one.example',
      name: 'Ann 100%',
      answers: { tag: "o'VIP" },
    });
  });

  it(`are updated there${verifies('people.update-entry', 'people.outside')}`, async () => {
    const { path, tableName, results, find } = await filled();
    const { entry } = results[1];
    const update = { name: 'Bob', answers: { tag: null, tools: ['A'] } };
    const { status, body } = await session.api.patch(`${path}/entries/${entry.id}`, update);
    expect([status, body.entry.name, body.entry.answers]).toEqual([200, 'Bob', { tools: ['A'] }]);
    await settle(session);
    const [, bob] = await rowsOf(database, tableName);
    expect(bob).toMatchObject({ name: 'Bob', metadata: { answers: { tools: ['A'] } } });
    expect(await find('answers[tools]=A')).toEqual(['b_ob@two.example']);
    expect(await find('q=bob')).toEqual(['b_ob@two.example']);
  });

  it(`are already joined for a second call${verifies('people.add-known')}`, async () => {
    const { path } = await filled();
    const people = [{ email: 'ANN@one.example' }, { email: 'new@one.example' }];
    const { results } = (await session.api.post(`${path}/entries`, { people })).body;
    expect(results).toMatchObject([
      { outcome: 'already_joined', entry: { name: 'Ann 100%', position: 2 } },
      { outcome: 'added', entry: { email: 'new@one.example', position: 4 } },
    ]);
  });
});
