import { expect, it } from '@jest/globals';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';
import { INVITE_URL, newList, redeem } from './invitation-fixture.ts';

const session = shareSession();

it(`the page of an invited person links to their invitation, until it ends${verifies('invitations.place-page', 'place.ahead')}`, async () => {
  const list = await newList(session, ['Ada', 'Bea', 'Cai']);
  const read = async (name: string) => {
    const url = list.statusUrls.get(name) ?? '';
    const [html, json] = await Promise.all([fetch(url), fetch(`${url}.json`)]);
    return { html: await html.text(), json: (await json.json()) as { status: string; ahead: number } };
  };
  const { id } = (await list.invite({ count: 2 })).body.batch;
  const code = await list.code('Bea');

  const invited = await read('Bea');
  expect(invited.json.status).toBe('invited');
  expect(invited.html).toContain(`href="${INVITE_URL}&amp;code=${code}"`);
  expect(invited.html).not.toContain('bea@');
  expect((await read('Cai')).json).toMatchObject({ status: 'waiting', ahead: 0 });

  await redeem(session.api, code);
  const accepted = await read('Bea');
  expect(accepted.json.status).toBe('accepted');
  expect(accepted.html).not.toContain(code);

  await list.withdraw(id);
  expect((await read('Ada')).json.status).toBe('waiting');
  expect((await read('Ada')).html).not.toContain('code=');
  expect((await read('Cai')).json.ahead).toBe(1);
});
