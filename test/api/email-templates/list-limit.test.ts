import { describe, expect, it } from '@jest/globals';
import { LINK_BYTES, LISTED_BYTES, TEMPLATES_MAX } from '../../../core/email-templates/template-store.ts';
import { connectAgent } from '../../support/agent.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const PATH = '/api/v1/email-templates';
const HTML_MAX = 100_000;
const frame = (body: string) => `<!doctype html><html><head></head><body>${body}</body></html>`;

const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);
/** The size of html in a response to an agent: as data, and as text. */
function sizeInResponse(html: string): number {
  const data = quoted(quoted(html));
  return Buffer.byteLength(data) + Buffer.byteLength(quoted(data));
}
/** The character that grows most when escaped. */
const GROWING = '\u0001';
const GROWTH = sizeInResponse(GROWING);
/** A document of this many bytes, an even number. */
function document(bytes: number): string {
  const rest = bytes - sizeInResponse(frame(''));
  return frame(GROWING.repeat(Math.floor(rest / GROWTH)) + 'x'.repeat((rest % GROWTH) / 2));
}
const LARGEST = GROWTH * (HTML_MAX - 100);

describe('the list of templates', () => {
  const session = shareSession();

  const template = (html: string, name = 'n') => ({ name, subject: 's', html });

  it('counts the size kept with each template, and reads no other HTML', async () => {
    const account = await session.createAccount('pro');
    const api = await account.withScopes(['templates:write']);
    const first = await api.post(PATH, template(frame('x')));
    await session.sql('UPDATE email_templates SET listed_bytes = $2 WHERE id = $1', [
      first.body.template.id,
      LISTED_BYTES,
    ]);
    expect(await api.post(PATH, template(frame('x')))).toMatchObject({ status: 400 });
    expect((await api.patch(`${PATH}/${first.body.template.id}`, { html: frame('y') })).status).toBe(200);
    expect((await api.post(PATH, template(frame('x')))).status).toBe(201);
  });

  it(`fits in one response at its largest${verifies('templates.list-always-fits')}`, async () => {
    const account = await session.createAccount('pro');
    const { key } = await account.createKey(['templates:read', 'templates:write', 'waitlists:write']);
    const api = await account.withScopes(['templates:read', 'templates:write', 'waitlists:write']);
    // The maximum number of templates, with every field besides html at its maximum.
    const longest = { name: GROWING.repeat(100), subject: '"'.repeat(200) };
    const links = 20_000;
    await session.sql(
      `WITH made AS (
         INSERT INTO email_templates (account_id, name, subject, html, text)
         SELECT $1, $2, $3, '', '' FROM generate_series(1, $4::integer) RETURNING id
       ), lists AS (
         INSERT INTO waitlists (account_id, slug, name)
         SELECT $1, 'full-' || n, 'n' FROM generate_series(1, $5::integer) AS n RETURNING id
       )
       INSERT INTO email_template_links (waitlist_id, template_id)
       SELECT list.id, template.id
       FROM (SELECT id, row_number() OVER () AS n FROM lists) list
       JOIN (SELECT id, row_number() OVER () AS n FROM made) template ON template.n = 1 + list.n % $4::integer`,
      [account.accountId, longest.name, longest.subject, TEMPLATES_MAX, links],
    );
    const ids = await session.sql('SELECT id FROM email_templates WHERE account_id = $1', [
      account.accountId,
    ]);
    const room = LISTED_BYTES - links * LINK_BYTES;
    const full = Math.floor(room / LARGEST);
    for (const { id } of ids.slice(0, full)) {
      expect((await api.patch(`${PATH}/${id}`, { html: document(LARGEST) })).status).toBe(200);
    }
    const last = `${PATH}/${ids[full].id}`;
    const rest = room - full * LARGEST;
    expect(await api.patch(last, { html: document(rest + 2) })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'html', message: expect.stringContaining('delete another template') }] },
    });
    expect((await api.patch(last, { html: document(rest) })).status).toBe(200);
    const { waitlistIds } = (await api.get(last)).body.template;
    // More than an account can create.
    const [waitlist] = await session.sql(
      `INSERT INTO waitlists (account_id, slug, name) VALUES ($1, 'one-more', 'n') RETURNING id`,
      [account.accountId],
    );
    expect(await api.patch(last, { waitlistIds: [...waitlistIds, waitlist.id] })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'waitlistIds', message: expect.stringContaining('link fewer') }] },
    });

    const { status, body } = await api.get(PATH);
    expect(status).toBe(200);
    const listed: string[] = [];
    for (let page = body; ; page = (await api.get(`${PATH}?after=${page.next}`)).body) {
      listed.push(...page.templates.map(({ id }: { id: string }) => id));
      if (!page.next) break;
    }
    expect(listed.sort()).toEqual(ids.map(({ id }) => id).sort());
    const agent = await connectAgent(session.url, { 'x-api-key': key });
    expect(await agent.call('list_email_templates')).toEqual({
      ok: true,
      output: body,
      text: JSON.stringify(body),
    });
    await agent.close();

    // Existing templates can still be changed when there is no room for more.
    expect((await api.patch(last, { html: document(rest), waitlistIds })).status).toBe(200);
    expect((await api.patch(last, { html: frame('') })).status).toBe(200);
  });

  it('has a limit, and the error over the limit says what to do', async () => {
    const api = await session.otherAccount();
    const answers = await Promise.all(
      Array.from({ length: TEMPLATES_MAX + 10 }, (_, index) =>
        api.post(PATH, template(frame(''), `n${index}`)),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(TEMPLATES_MAX);
    const refused = answers.find(({ status }) => status !== 201);
    expect([refused?.status, refused?.body.code, refused?.body.details]).toEqual([
      400,
      'validation_failed',
      [{ path: '', message: expect.stringContaining('delete one first') }],
    ]);
    const { body } = await api.get(PATH);
    expect(body.templates).toHaveLength(TEMPLATES_MAX);
    await api.delete(`${PATH}/${body.templates[0].id}`);
    expect((await api.post(PATH, template(frame('')))).status).toBe(201);
  });

  it('never exceeds the html limit when many write at once', async () => {
    const api = await session.otherAccount();
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => api.post(PATH, template(document(LARGEST)))),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(Math.floor(LISTED_BYTES / LARGEST));
    for (const { status } of answers) expect([201, 400]).toContain(status);
    expect((await api.get(PATH)).status).toBe(200);
  });
});
