import { describe, expect, it } from '@jest/globals';
import { NEEDED_LINK, TEMPLATE_KINDS, VARIABLES_OF } from '../../../core/email/template-kinds.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const PATH = '/api/v1/email-templates';
const page = (body: string) =>
  `<!doctype html><html><head><title>x</title></head><body>${body}</body></html>`;
const CONFIRM = page('<a href="{{confirmLink}}">Confirm</a>');
const INVITE = page('<a href="{{inviteLink}}">Come in</a>');
const NOBODY = '6f1c9a52-8f5c-4d7a-9d0e-2f8a1b0c3d4e';

describe('kinds and languages of email templates', () => {
  const session = shareSession();

  const newWaitlist = async (slug: string): Promise<string> =>
    (await session.api.post('/api/v1/waitlists', { name: `List ${slug}`, slug })).body.waitlist.id;
  const send = (fields: Record<string, unknown>) =>
    session.api.post(PATH, { name: 'Mine', subject: 'Hi', html: page('Hi'), ...fields });
  const create = async (fields: Record<string, unknown> = {}) => {
    const { status, body } = await send(fields);
    expect([status, body.details]).toEqual([201, undefined]);
    return body.template;
  };
  const change = (id: string, fields: Record<string, unknown>) => session.api.patch(`${PATH}/${id}`, fields);
  const linked = async (id: string) => (await session.api.get(`${PATH}/${id}`)).body.template.waitlistIds;

  it(`are set, changed, and returned${verifies('email-kinds.fields')}`, async () => {
    expect(await create()).toMatchObject({ kind: 'confirmation', language: null });
    const made = await create({ kind: 'invitation', language: 'de', html: INVITE });
    expect(made).toMatchObject({ kind: 'invitation', language: 'de' });
    expect((await change(made.id, { language: 'ar' })).body.template).toEqual({ ...made, language: 'ar' });
    expect((await change(made.id, { language: null })).body.template.language).toBeNull();
    expect((await change(made.id, { kind: 'moved_up', html: page('Hi') })).body.template.kind).toBe(
      'moved_up',
    );
    const { body } = await session.api.get(PATH);
    expect(body.templates.find(({ id }: { id: string }) => id === made.id)).toMatchObject({
      kind: 'moved_up',
      language: null,
    });
  });

  it.each([
    [{ kind: 'goodbye' }, 'kind'],
    [{ kind: null }, 'kind'],
    [{ language: 'xx' }, 'language'],
    [{ language: 'DE' }, 'language'],
  ])(`400: %j${verifies('email-kinds.fields')}`, async (fields, path) => {
    const refused = { status: 400, body: { details: [{ path }] } };
    expect(await send(fields)).toMatchObject(refused);
    expect(await change((await create()).id, fields)).toMatchObject(refused);
  });

  describe.each([
    ['confirm_address', CONFIRM, '{{confirmLink}}'],
    ['invitation', INVITE, '{{inviteLink}}'],
  ])('%s', (kind, html, link) => {
    const refusal = (path: string) => ({
      status: 400,
      body: { details: [{ path, message: expect.stringContaining(`needs ${link}`) }] },
    });

    it(`needs its link where people see it${verifies('email-kinds.needed-link')}`, async () => {
      for (const without of [
        page('Hi'),
        page(`<!-- ${link} -->`),
        `${page('').replace('x</t', `${link}</t`)}`,
      ])
        expect(await send({ kind, html: without })).toMatchObject(refusal('html'));
      expect(await send({ kind, subject: 'Hi', html: page(link) })).toMatchObject({ status: 201 });
    });

    it(`keeps it when either part changes${verifies('email-kinds.needed-link')}`, async () => {
      const { id } = await create({ kind, html });
      expect(await change(id, { html: page('Hi') })).toMatchObject(refusal('html'));
      expect((await change(id, { subject: 'Other' })).status).toBe(200);
      const other = await create();
      const { status, body } = await change(other.id, { kind });
      expect([status, body.details]).toEqual([
        400,
        [{ path: 'kind', message: expect.stringContaining(`html needs ${link}`) }],
      ]);
      expect((await session.api.get(`${PATH}/${other.id}`)).body.template).toEqual(other);
      expect((await change(other.id, { kind, html })).status).toBe(200);
    });
  });

  it(`know their own variables only${verifies('email-kinds.own-variables', 'email-kinds.unconfirmed')}`, async () => {
    for (const kind of TEMPLATE_KINDS) {
      const all = VARIABLES_OF[kind].map(name => `{{${name}}}`).join(' ');
      expect((await send({ kind, subject: 'Hi', html: page(all) })).status).toBe(201);
    }
    const unknown = async (kind: string, html: string, name: string) =>
      expect(await send({ kind, html: page(html) })).toMatchObject({
        status: 400,
        body: {
          details: [{ path: 'html', message: expect.stringContaining(`variable {{${name}}}; available: `) }],
        },
      });
    await unknown('confirmation', '{{inviteLink}}', 'inviteLink');
    await unknown('moved_up', '{{message}}', 'message');
    await unknown('invitation', '{{inviteLink}} {{position}}', 'position');
    await unknown('confirm_address', '{{confirmLink}} {{name|friend}}', 'name');
    const { id } = await create({ html: page('{{name}} {{confirmLink}}').replace(' {{confirmLink}}', '') });
    expect(await change(id, { kind: 'confirm_address' })).toMatchObject({
      body: { details: [{ path: 'kind', message: expect.stringContaining('html uses') }, { path: 'kind' }] },
    });
  });

  it(`are described in the list${verifies('email-kinds.format')}`, async () => {
    const { format } = (await session.api.get(PATH)).body;
    expect(format.kinds).toEqual(
      TEMPLATE_KINDS.map(kind => ({
        kind,
        variables: VARIABLES_OF[kind].map(name => ({ name, description: expect.any(String) })),
        needs: NEEDED_LINK[kind],
      })),
    );
    expect(format.variables).toEqual(format.kinds[0].variables);
  });

  describe('a waitlist', () => {
    it(`uses one of each kind and language${verifies('email-kinds.one-of-each')}`, async () => {
      const id = await newWaitlist('each');
      const any = await create({ waitlistIds: [id] });
      const german = await create({ waitlistIds: [id], language: 'de' });
      const invitation = await create({ waitlistIds: [id], kind: 'invitation', html: INVITE });
      for (const each of [any, german, invitation]) expect(await linked(each.id)).toEqual([id]);

      // Linking another one.
      const second = await create({ waitlistIds: [id], language: 'de' });
      expect([await linked(second.id), await linked(german.id)]).toEqual([[id], []]);
      await change(german.id, { waitlistIds: [id] });
      expect([await linked(second.id), await linked(german.id)]).toEqual([[], [id]]);
      expect([await linked(any.id), await linked(invitation.id)]).toEqual([[id], [id]]);
    });

    it(`uses the one that becomes of a kind and language${verifies('email-kinds.one-of-each')}`, async () => {
      const [a, b] = [await newWaitlist('moving-a'), await newWaitlist('moving-b')];
      const any = await create({ waitlistIds: [a, b] });
      const german = await create({ waitlistIds: [a], language: 'de' });
      await change(german.id, { language: null });
      expect([await linked(any.id), await linked(german.id)]).toEqual([[b], [a]]);

      const invitation = await create({ waitlistIds: [a], kind: 'invitation', html: INVITE });
      await change(invitation.id, { kind: 'confirmation', html: page('Hi') });
      expect([await linked(german.id), await linked(invitation.id)]).toEqual([[], [a]]);
      // A change of anything else moves nothing.
      await change(german.id, { name: 'Other', kind: 'confirmation', language: null });
      expect(await linked(invitation.id)).toEqual([a]);
    });

    it('uses the same one in the previous release, which knows one for any language', async () => {
      const id = await newWaitlist('previous');
      const used = async () =>
        (await session.sql('SELECT email_template_id AS id FROM waitlists WHERE id = $1', [id]))[0].id;
      const german = await create({ waitlistIds: [id], language: 'de' });
      expect(await used()).toBeNull();
      const any = await create({ waitlistIds: [id] });
      expect(await used()).toBe(any.id);
      await change(german.id, { language: null });
      expect(await used()).toBe(german.id);
      await change(german.id, { waitlistIds: [] });
      expect(await used()).toBeNull();
    });

    it('moves without deadlock when many templates take its place at once', async () => {
      const ids = [await newWaitlist('race-a'), await newWaitlist('race-b')];
      const templates = [];
      for (const language of ['de', 'fr', 'es', 'it', 'nl'])
        templates.push(await create({ language, waitlistIds: ids.toReversed() }));
      const answers = await Promise.all(templates.map(({ id }) => change(id, { language: 'pl' })));
      expect(answers.map(({ status }) => status)).toEqual(templates.map(() => 200));
      const left = await Promise.all(templates.map(({ id }) => linked(id)));
      expect(left.flat().toSorted()).toEqual(ids.toSorted());
    });
  });

  it(`takes slugs of waitlists, and answers their UUIDs${verifies('email-kinds.waitlist-refs')}`, async () => {
    const id = await newWaitlist('by-slug');
    expect((await create({ waitlistIds: ['BY-slug'] })).waitlistIds).toEqual([id]);
    const { id: other } = await create();
    expect((await change(other, { waitlistIds: ['by-slug', id] })).body.template.waitlistIds).toEqual([id]);
    const stranger = await session.otherAccount();
    await stranger.post('/api/v1/waitlists', { name: 'Foreign', slug: 'foreign-list' });
    for (const unknown of [NOBODY, 'no-such-list', 'foreign-list'])
      expect(await change(other, { waitlistIds: ['by-slug', unknown] })).toMatchObject({
        status: 400,
        body: { details: [{ path: 'waitlistIds.1', message: expect.stringContaining(`“${unknown}”`) }] },
      });
    expect(await linked(other)).toEqual([id]);
  });
});
