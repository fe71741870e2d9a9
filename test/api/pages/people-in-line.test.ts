import { expect, it } from '@jest/globals';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const session = shareSession();

async function counts(slug: string): Promise<Record<string, number>> {
  const { body } = await session.visitor.get(`/w/${slug}`);
  const [, data = ''] = /id="page-data">(.*?)<\/script>/s.exec(body) ?? [];
  const { signups, waiting } = JSON.parse(data).waitlist;
  return { signups, waiting };
}

it(`counts only people who still wait, and a place says how many do not${verifies('page.people-in-line', 'place.ahead')}`, async () => {
  await session.api.post('/api/v1/waitlists', {
    name: 'Rockets',
    slug: 'rockets',
    inviteUrl: 'https://rocket.example/in',
  });
  expect(await counts('rockets')).toEqual({ signups: 0, waiting: 0 });
  const join = async (n: number) =>
    (await session.join('rockets', { email: `v${n}@example.com` })).body as Record<string, string>;
  for (let n = 1; n < 13; n++) await join(n);
  const last = await join(13);
  const path = new URL(last.statusUrl ?? '').pathname;
  expect((await session.visitor.get(path)).body).toContain('data-part="gone"><');

  await session.api.post('/api/v1/waitlists/rockets/invitations', { count: 3 });
  const { entries } = (await session.api.get('/api/v1/waitlists/rockets/entries')).body;
  const tenth = entries.find(({ email }: { email: string }) => email === 'v10@example.com');
  await session.sql('SELECT erase_entry($1, w.id, $2) FROM waitlists w WHERE w.slug = $3', [
    session.accountId,
    tenth.id,
    'rockets',
  ]);

  expect(await counts('rockets')).toEqual({ signups: 13, waiting: 9 });
  const { body: status } = await session.visitor.get(`${path}.json`);
  expect(status).toMatchObject({ position: 13, ahead: 8, signups: 13 });
  const { body: html } = await session.visitor.get(path);
  expect(html).toMatch(/data-part="place"[^>]*>13</);
  expect(html).toContain('data-part="ahead">8 people ahead of you<');
  expect(html).toContain('data-part="gone">4 are already in or have left<');
  expect(html).toContain('<dt>People joined</dt><dd data-part="signups">13</dd>');
});
