import { beforeEach, describe, expect, it } from '@jest/globals';
import { TEMPLATES } from '../../../core/page-code/design.ts';
import { templates } from '../../../core/page-code/templates/templates.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { picture } from '../../support/images.ts';
import { shareSession } from '../../support/session.ts';
import { uploadForm } from '../../support/upload.ts';
import { verifies } from '../../support/verifies.ts';

const CODE = 'function GeneratedWaitlist() { return React.createElement("h1", null, "Mine"); }';

const DEFAULTS = {
  template: 'door',
  brandColor: null,
  logoUrl: null,
  imageUrl: null,
  headline: null,
  tagline: null,
  buttonLabel: null,
  appearance: 'auto',
  launchAt: null,
};

const FULL = {
  template: 'countdown',
  brandColor: '#Ab12eF',
  logoUrl: 'https://cdn.example.com/logo.svg',
  imageUrl: 'https://cdn.example.com/hero.webp?w=2000',
  headline: '🚀'.repeat(80),
  tagline: '🚀'.repeat(200),
  buttonLabel: '🚀'.repeat(30),
  appearance: 'dark',
  launchAt: '2031-05-04T12:00:00.000Z',
};

describe('design', () => {
  const session = shareSession();
  let api: ApiClient;
  // The requests of all tests together exceed an account's rate limit.
  beforeEach(async () => {
    api = await session.otherAccount();
  });

  const create = (body: Record<string, unknown>) =>
    api.post('/api/v1/waitlists', { name: 'Designed', ...body });
  const update = (id: string, body: Record<string, unknown>) => api.patch(`/api/v1/waitlists/${id}`, body);
  const get = async (id: string) => (await api.get(`/api/v1/waitlists/${id}`)).body.waitlist;
  const made = async (body: Record<string, unknown> = {}) => (await create(body)).body.waitlist;

  /** What the page of a waitlist hands to page code. */
  async function pageData(slug: string) {
    const { body } = await session.visitor.get(`/w/${slug}`);
    const [, json = ''] = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(body) ?? [];
    return JSON.parse(json);
  }

  it(`is the default one for a new waitlist${verifies('design.defaults')}`, async () => {
    const waitlist = await made();
    expect(waitlist.design).toEqual(DEFAULTS);
    expect((await get(waitlist.id)).reactCode).toBe(templates.door);
  });

  it(`is stored in full, and returned by every operation${verifies('design.in-every-response', 'design.lengths')}`, async () => {
    const { status, body } = await create({ slug: 'full', design: FULL });
    expect([status, body.waitlist.design]).toEqual([201, FULL]);
    expect((await get('full')).design).toEqual(FULL);
    expect((await update('full', { name: 'Renamed' })).body.waitlist.design).toEqual(FULL);
    const { waitlists } = (await api.get('/api/v1/waitlists')).body;
    expect(waitlists.find((each: { slug: string }) => each.slug === 'full').design).toEqual(FULL);
  });

  it(`changes only in the members that are sent${verifies('design.partial', 'design.null-clears')}`, async () => {
    const { id } = await made({ design: FULL });
    const { body } = await update(id, { design: { headline: 'New', imageUrl: null } });
    expect(body.waitlist.design).toEqual({ ...FULL, headline: 'New', imageUrl: null });
    expect((await update(id, { design: {} })).body.waitlist.design).toEqual(body.waitlist.design);
    const { template, appearance, ...nullable } = FULL;
    const nulls = Object.fromEntries(Object.keys(nullable).map(member => [member, null]));
    const cleared = await update(id, { design: nulls });
    expect(cleared.body.waitlist.design).toEqual({ ...nulls, template, appearance });
  });

  it(`keeps changes of other members that arrive at the same time${verifies('design.partial')}`, async () => {
    const { id } = await made();
    const { template: _, ...members } = FULL;
    const answers = await Promise.all(
      Object.entries(members).map(([member, value]) => update(id, { design: { [member]: value } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await get(id)).design).toEqual({ ...members, template: 'door' });
  });

  it(`takes a launch in any time zone${verifies('design.launch-at')}`, async () => {
    const { id } = await made({ design: { launchAt: '2031-05-04T12:00:00+02:00' } });
    expect((await get(id)).design.launchAt).toBe('2031-05-04T10:00:00.000Z');
  });

  it.each(TEMPLATES)(
    `serves the template %s, and shows its code${verifies('design.served-code')}`,
    async template => {
      const { id, slug } = await made({ design: { template } });
      const { design, reactCode } = await get(id);
      expect([design.template, reactCode]).toEqual([template, templates[template]]);
      expect((await pageData(slug)).design.template).toBe(template);
    },
  );

  it(`is custom with page code, until a built-in template replaces it${verifies('design.code-makes-custom', 'design.template-drops-code', 'design.served-code')}`, async () => {
    const { id, slug, design } = await made({ reactCode: CODE, design: { headline: 'Kept' } });
    expect(design).toEqual({ ...DEFAULTS, template: 'custom', headline: 'Kept' });
    expect((await pageData(slug)).code).toContain('"Mine"');
    expect((await update(id, { design: { template: 'custom', tagline: 'T' } })).status).toBe(200);
    expect((await get(id)).reactCode).toBe(CODE);

    const { body } = await update(id, { design: { template: 'minimal' } });
    expect(body.waitlist.design).toMatchObject({ template: 'minimal', headline: 'Kept', tagline: 'T' });
    expect((await get(id)).reactCode).toBe(templates.minimal);

    const again = await update(id, { reactCode: CODE, design: { template: 'custom' } });
    expect(again.body.waitlist.design.template).toBe('custom');
    expect((await get(id)).reactCode).toBe(CODE);
    expect((await update(id, { reactCode: CODE })).body.waitlist.design.template).toBe('custom');
  });

  it(`reaches page code, with a readable text color and a lead${verifies('design.props', 'design.lead')}`, async () => {
    const { slug } = await made({
      seoDescription: 'For search',
      description: 'Secret',
      design: { brandColor: '#FFD27A', headline: ' ' },
    });
    const { design, waitlist } = await pageData(slug);
    expect(design).toEqual({ ...DEFAULTS, brandColor: '#FFD27A', onBrandColor: '#000000' });
    expect(waitlist.lead).toBe('For search');
    await update(slug, { design: { tagline: 'For people' } });
    expect((await pageData(slug)).waitlist.lead).toBe('For people');
    const plain = await pageData((await made({ description: 'Secret' })).slug);
    expect(plain.waitlist.lead).toMatch(/\w/);
    expect(JSON.stringify(plain)).not.toContain('Secret');
  });

  describe('400', () => {
    it.each<[string, unknown, string]>([
      ['null', null, 'design'],
      ['a string', 'door', 'design'],
      ['an unknown template', { template: 'fancy' }, 'design.template'],
      ['no template', { template: null }, 'design.template'],
      ['no appearance', { appearance: null }, 'design.appearance'],
      ['a color with a name', { brandColor: 'red' }, 'design.brandColor'],
      ['a short color', { brandColor: '#fff' }, 'design.brandColor'],
      ['a color and more', { brandColor: '#ffffff;' }, 'design.brandColor'],
      ['a long headline', { headline: '🚀'.repeat(81) }, 'design.headline'],
      ['a long tagline', { tagline: '🚀'.repeat(201) }, 'design.tagline'],
      ['a long label', { buttonLabel: '🚀'.repeat(31) }, 'design.buttonLabel'],
      ['a launch without time zone', { launchAt: '2031-05-04T12:00:00' }, 'design.launchAt'],
      ['a launch that is no date', { launchAt: '2031-02-30T12:00:00Z' }, 'design.launchAt'],
      ['a launch beyond what we print', { launchAt: '9999-12-31T23:00:00-05:00' }, 'design.launchAt'],
      ['a logo without https', { logoUrl: 'http://cdn.example.com/a.png' }, 'design.logoUrl'],
      ['a logo that is a script', { logoUrl: 'javascript:alert(1)' }, 'design.logoUrl'],
      ['an image inline', { imageUrl: 'data:image/png;base64,AAAA' }, 'design.imageUrl'],
    ])(
      `for %s${verifies('design.refused-400', 'design.lengths', 'design.image-urls')}`,
      async (_, design, path) => {
        const { id } = await made({ design: FULL });
        for (const { status, body } of [await create({ design }), await update(id, { design, name: 'No' })]) {
          expect([status, body.code]).toEqual([400, 'validation_failed']);
          expect(body.details.map((detail: { path: string }) => detail.path)).toEqual([path]);
        }
        expect(await get(id)).toMatchObject({ name: 'Designed', design: FULL });
      },
    );

    it(`for a built-in template with page code${verifies('design.code-with-template-400')}`, async () => {
      const { id } = await made();
      const both = { reactCode: CODE, design: { template: 'door' } };
      for (const { status, body } of [
        await create(both),
        await update(id, both),
        // Checked before the waitlist.
        await update('none-such', both),
      ]) {
        expect([status, body.details[0].path]).toEqual([400, 'design.template']);
      }
      expect((await get(id)).design.template).toBe('door');
    });

    it(`for a custom template without page code${verifies('design.custom-without-code-400')}`, async () => {
      const { id } = await made();
      const design = { template: 'custom', headline: 'No' };
      for (const { status, body } of [await create({ design }), await update(id, { design })]) {
        expect([status, body.details[0].path]).toEqual([400, 'design.template']);
      }
      expect((await get(id)).design).toEqual(DEFAULTS);
    });
  });

  describe('images under our own CDN', () => {
    it.each(['og.png', 'og.jpg', 'small.gif', 'small.webp', 'small.svg'] as const)(
      `may be %s${verifies('design.image-urls')}`,
      async name => {
        const { url } = (await uploadForm(api, picture(name))).body;
        const { status, body } = await create({ design: { logoUrl: url, imageUrl: url } });
        expect([status, body.waitlist.design.logoUrl, body.waitlist.design.imageUrl]).toEqual([
          201,
          url,
          url,
        ]);
      },
    );

    it(`must have been uploaded${verifies('design.image-urls')}`, async () => {
      const { id } = await made();
      const never = `${session.url}/assets/${'0'.repeat(64)}.png`;
      const { url } = (await uploadForm(api, picture('small.gif'))).body;
      for (const logoUrl of [
        never,
        `${url}?x=1`,
        url.replace('.gif', '.png'),
        url.replace('/assets', '//assets'),
      ]) {
        const { status, body } = await update(id, { design: { logoUrl } });
        expect([status, body.details]).toEqual([
          400,
          [
            {
              path: 'design.logoUrl',
              message: expect.stringContaining('is not the URL of an uploaded image'),
            },
          ],
        ]);
      }
    });
  });
});
