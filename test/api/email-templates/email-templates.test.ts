import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const PATH = '/api/v1/email-templates';
const page = (body: string) =>
  `<!doctype html><html><head><title>x</title></head><body>${body}</body></html>`;
const TEMPLATE = {
  name: 'Mine',
  subject: 'Welcome to {{waitlistName}}',
  html: page('<p>You are {{position}}</p>'),
};
const NOBODY = '6f1c9a52-8f5c-4d7a-9d0e-2f8a1b0c3d4e';

describe('email templates', () => {
  const session = shareSession();

  async function waitlist(slug: string): Promise<string> {
    return (await session.api.post('/api/v1/waitlists', { name: `List ${slug}`, slug })).body.waitlist.id;
  }
  async function create(fields: Record<string, unknown> = {}) {
    return (await session.api.post(PATH, { ...TEMPLATE, ...fields })).body.template;
  }

  describe('POST /api/v1/email-templates', () => {
    it(`creates a template, linked or not${verifies('templates.create-201', 'templates.waitlist-ids-optional', 'templates.field-id', 'templates.field-name', 'templates.field-subject', 'templates.field-html', 'templates.field-waitlist-ids', 'templates.field-created-at')}`, async () => {
      const { status, body } = await session.api.post(PATH, TEMPLATE);
      expect(status).toBe(201);
      expect(body).toEqual({
        template: {
          ...TEMPLATE,
          kind: 'confirmation',
          language: null,
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          waitlistIds: [],
          createdAt: expect.stringMatching(/\.\d{3}Z$/),
        },
      });
      const ids = [await waitlist('link-a'), await waitlist('link-b')];
      const linked = await create({ waitlistIds: [ids[1]?.toUpperCase(), ids[0], ids[0]] });
      expect(linked.waitlistIds.toSorted()).toEqual(ids.toSorted());
      const slugs = [];
      for (const id of ids) slugs.push((await session.api.get(`/api/v1/waitlists/${id}`)).body.waitlist.slug);
      const bySlug = await create({ waitlistIds: [slugs[0]?.toUpperCase(), slugs[1], ids[1]] });
      expect(bySlug.waitlistIds.toSorted()).toEqual(ids.toSorted());
    });

    it(`accepts every field at its maximum length${verifies('templates.name-length', 'templates.subject-length', 'templates.html-length')}`, async () => {
      const html = page('');
      const longest = {
        name: '🚀'.repeat(100),
        subject: '🚀'.repeat(200),
        html: html + ' '.repeat(100_000 - html.length),
      };
      expect((await session.api.post(PATH, longest)).status).toBe(201);
    });

    it.each<[string, Record<string, unknown>, string]>([
      [verifies('templates.create-required-members'), { name: undefined }, 'name'],
      [verifies('templates.create-required-members'), { subject: undefined }, 'subject'],
      [verifies('templates.create-required-members'), { html: undefined }, 'html'],
      [verifies('templates.name-length'), { name: 'n'.repeat(101) }, 'name'],
      [verifies('templates.subject-length'), { subject: 's'.repeat(201) }, 'subject'],
      [verifies('templates.html-length'), { html: page('x'.repeat(100_000)) }, 'html'],
      [verifies('templates.line-break-in-subject-400'), { subject: 'a\r\nBcc: b@example.com' }, 'subject'],
      [verifies('templates.unknown-variable-400'), { subject: 'Hi {{email}}' }, 'subject'],
      [verifies('templates.unknown-variable-400'), { html: page('{{phone}}') }, 'html'],
      [verifies('templates.html-whole-document'), { html: '<p>x</p>' }, 'html'],
      [verifies('templates.html-no-script'), { html: page('<script>1</script>') }, 'html'],
      [verifies('templates.waitlist-ids-optional'), { waitlistIds: 'x' }, 'waitlistIds'],
      [verifies('templates.waitlist-ids-optional'), { waitlistIds: ['x'] }, 'waitlistIds.0'],
      [verifies('templates.unknown-waitlist-id-400'), { waitlistIds: [NOBODY] }, 'waitlistIds.0'],
    ])('400 names the field%s %#', async (_, fields, path) => {
      const { status, body } = await session.api.post(PATH, { ...TEMPLATE, ...fields });
      expect([status, body.code]).toEqual([400, 'validation_failed']);
      expect(body.details.map((detail: { path: string }) => detail.path)).toContain(path);
    });

    it(`refuses another account’s waitlist, and creates nothing${verifies('templates.foreign-waitlist-id-400')}`, async () => {
      const stranger = await session.otherAccount();
      const id = await waitlist('not-theirs');
      const { status, body } = await stranger.post(PATH, { ...TEMPLATE, waitlistIds: [id] });
      expect([status, body.details[0].path]).toEqual([400, 'waitlistIds.0']);
      expect((await stranger.get(PATH)).body.templates).toEqual([]);
    });
  });

  describe('GET', () => {
    it(`lists the account's templates with the format, whose example is valid${verifies('templates.list-200', 'templates.format-shape')}`, async () => {
      const account = await session.otherAccount();
      await account.post(PATH, TEMPLATE);
      const { status, body } = await account.get(PATH);
      expect(status).toBe(200);
      expect(body.templates).toHaveLength(1);
      expect(body.templates[0]).toMatchObject(TEMPLATE);
      expect(body.format).toEqual({
        variables: ['waitlistName', 'description', 'name', 'position', 'referralLink', 'statusLink'].map(
          name => ({
            name,
            description: expect.any(String),
          }),
        ),
        kinds: expect.any(Array),
        html: { rules: expect.arrayContaining([expect.any(String)]), maxLength: 100_000 },
        example: expect.stringContaining('{{position}}'),
      });
      expect((await account.post(PATH, { ...TEMPLATE, html: body.format.example })).status).toBe(201);
    });

    it(`returns a template with its html, but not to other accounts${verifies('templates.get-200-with-html')}`, async () => {
      const { id } = await create();
      const { status, body } = await session.api.get(`${PATH}/${id}`);
      expect([status, body.template.html]).toEqual([200, TEMPLATE.html]);
      const stranger = await session.otherAccount();
      for (const [api, name] of [
        [stranger, id],
        [session.api, NOBODY],
        [session.api, 'no-uuid'],
      ] as const) {
        expect((await api.get(`${PATH}/${name}`)).status).toBe(404);
        expect((await api.patch(`${PATH}/${name}`, { name: 'x' })).status).toBe(404);
        expect((await api.delete(`${PATH}/${name}`)).status).toBe(404);
      }
    });
  });

  describe('PATCH', () => {
    it(`changes only what is sent${verifies('templates.update-200')}`, async () => {
      const template = await create({ waitlistIds: [await waitlist('patch-kept')] });
      const { status, body } = await session.api.patch(`${PATH}/${template.id}`, { name: 'Other' });
      expect(status).toBe(200);
      expect(body.template).toEqual({ ...template, name: 'Other' });
      expect((await session.api.patch(`${PATH}/${template.id}`, {})).body.template).toEqual({
        ...template,
        name: 'Other',
      });
      expect((await session.api.patch(`${PATH}/${template.id}`, { subject: null })).status).toBe(400);
    });

    it(`replaces the whole set of waitlists, or none of it${verifies('templates.waitlist-ids-replace-set', 'templates.one-per-waitlist')}`, async () => {
      const [a, b, c] = [await waitlist('set-a'), await waitlist('set-b'), await waitlist('set-c')];
      const first = await create({ waitlistIds: [a, b] });
      const second = await create({ waitlistIds: [b, c] });
      const idsOf = async (id: string) =>
        (await session.api.get(`${PATH}/${id}`)).body.template.waitlistIds.toSorted();
      expect(await idsOf(first.id)).toEqual([a]);
      expect(
        (await session.api.patch(`${PATH}/${first.id}`, { waitlistIds: [c, NOBODY], name: 'No' })).status,
      ).toBe(400);
      expect(await idsOf(first.id)).toEqual([a]);
      expect((await session.api.get(`${PATH}/${first.id}`)).body.template.name).toBe(TEMPLATE.name);
      await session.api.patch(`${PATH}/${first.id}`, { waitlistIds: [c] });
      expect(await idsOf(first.id)).toEqual([c]);
      expect(await idsOf(second.id)).toEqual([b]);
      await session.api.patch(`${PATH}/${first.id}`, { waitlistIds: [] });
      expect(await idsOf(first.id)).toEqual([]);
    });

    it('moves waitlists without deadlock when many link the same ones at once', async () => {
      const ids = [await waitlist('many-a'), await waitlist('many-b'), await waitlist('many-c')];
      const templates = await Promise.all(Array.from({ length: 6 }, () => create()));
      const answers = await Promise.all(
        templates.map(({ id }, index) =>
          session.api.patch(`${PATH}/${id}`, { waitlistIds: index % 2 ? ids : ids.toReversed() }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(templates.map(() => 200));
      const { body } = await session.api.get(PATH);
      const linked = body.templates.filter((each: { waitlistIds: string[] }) =>
        each.waitlistIds.includes(ids[0] ?? ''),
      );
      expect(linked).toHaveLength(1);
    });
  });

  it(`DELETE answers deleted, and deleting a waitlist unlinks it${verifies('templates.delete-200', 'templates.delete-answers-deleted', 'templates.waitlist-delete-unlinks')}`, async () => {
    const template = await create({ waitlistIds: [await waitlist('gone-list')] });
    await session.api.delete('/api/v1/waitlists/gone-list');
    expect((await session.api.get(`${PATH}/${template.id}`)).body.template.waitlistIds).toEqual([]);
    const { status, body } = await session.api.delete(`${PATH}/${template.id}`);
    expect([status, body]).toEqual([200, { deleted: true }]);
    expect((await session.api.delete(`${PATH}/${template.id}`)).status).toBe(404);
  });

  it(`are sent to new signups of a linked waitlist until they are deleted${verifies('templates.linked-template-sent', 'templates.subject-variables', 'templates.deleted-falls-back-to-default')}`, async () => {
    const id = await waitlist('mailed');
    const html = page(
      '<h1>Number {{position}}</h1><p>{{description}}</p><a href="{{referralLink}}">Share &amp; rise</a>',
    );
    const template = await create({ html, waitlistIds: [id] });
    const { body } = await session.join('mailed', { email: 'linked@example.com' });
    const messageTo = (email: string) =>
      eventually(async () => {
        const message = (await session.mail()).find(({ to }) => to === email);
        expect(message).toBeDefined();
        return message;
      });
    const linked = await messageTo('linked@example.com');
    expect(linked?.subject).toBe('Welcome to List mailed');
    expect(linked?.html).toContain('<h1>Number 1</h1><p></p>');
    expect(linked?.html).toContain(body.referralLink);
    expect(linked?.text).toContain('Share & rise');
    expect(linked?.text).toContain(body.referralLink);

    await session.api.delete(`${PATH}/${template.id}`);
    await session.join('mailed', { email: 'default@example.com' });
    expect((await messageTo('default@example.com'))?.subject).toBe('You’re on the list for List mailed');
  });
});
