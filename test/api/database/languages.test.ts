import { expect, it } from '@jest/globals';
import { verifies } from '../../support/verifies.ts';
import { describeEach, openStorage, rowsOf, settle, shareDatabase } from './storage-fixture.ts';

describeEach('signups of a list with several languages', open => {
  const { session, database } = shareDatabase(open);

  it(`have their language and translated answers in the metadata there${verifies('languages.entry', 'languages.options')}`, async () => {
    const list = await openStorage(session);
    await session.api.patch(`/api/v1/waitlists/${list.slug}`, {
      languages: ['en', 'de'],
      questions: [
        { key: 'role', label: 'Role', type: 'choice', options: ['Founder', 'Other'] },
        { key: 'team', label: 'Team', type: 'choice', options: ['Small', 'Large'], ask: 'after' },
      ],
      translations: {
        de: {
          questions: { role: { options: ['Gründerin', 'Andere'] }, team: { options: ['Klein', 'Groß'] } },
        },
      },
    });
    const { tableName } = (await list.attach(database)).body;
    const { body } = await session.join(list.slug, {
      email: 'ann@example.com',
      language: 'de',
      answers: { role: 'Gründerin' },
    });
    await session.join(list.slug, { email: 'bob@example.com' });
    await settle(session);
    const metadataOf = async () => (await rowsOf(database, tableName)).map(({ metadata }) => metadata);
    expect(await metadataOf()).toEqual([
      { answers: { role: 'Founder' }, language: 'de' },
      { language: 'en' },
    ]);

    const { pathname } = new URL(body.statusUrl);
    await session.visitor.post(`${pathname}/answers?lang=de`, { answers: { team: 'Groß' } });
    await settle(session);
    expect((await metadataOf())[0]).toEqual({ answers: { role: 'Founder', team: 'Large' }, language: 'de' });
    const { entries } = (await list.entries('?language=de')).body;
    expect(entries).toMatchObject([
      { email: 'ann@example.com', language: 'de', answers: { role: 'Founder', team: 'Large' } },
    ]);
  });
});
