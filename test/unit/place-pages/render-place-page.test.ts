import { describe, expect, it } from '@jest/globals';
import type { StoredDesign } from '../../../core/page-code/design.ts';
import { toPageDesign } from '../../../core/pages/page-design.ts';
import { secretPageHeaders } from '../../../core/pages/secret-page.ts';
import { type PlacePageView, renderPlacePage } from '../../../core/place-pages/render-place-page.ts';
import { verifies } from '../../support/verifies.ts';

const place = {
  waitlist: { name: 'Fieldnotes', slug: 'fieldnotes', url: 'https://anteroom.example/w/fieldnotes' },
  position: 1284,
  ahead: 1283,
  signups: 12_480,
  referralCount: 2,
  referralCode: 'abc',
  referralLink: 'https://anteroom.example/w/fieldnotes?ref=abc&x="',
  referralBoost: 5,
  status: 'waiting',
  joinedAt: '2026-01-01T00:00:00.000Z',
  expected: null,
} as const;

const view = (changes: Partial<typeof place> = {}, design: StoredDesign = {}): PlacePageView => ({
  place: { ...place, ...changes } as PlacePageView['place'],
  design: toPageDesign(design),
  allowedOrigins: [],
  language: 'en',
  languages: ['en'],
  variesByBrowser: false,
  asked: { questions: [], answers: {} },
  whiteLabel: false,
  invitation: null,
  source: '/s/token.json',
  serviceUrl: 'https://anteroom.example',
  assets: {
    shellJs: '',
    placeJs: '/place.js',
    placeCss: '/place.css',
    questionsCss: '/questions.css',
    css: '/shell.css',
    frameHtml: '',
    runtimeJs: '',
    icon: '/icon.svg',
    homeCss: '',
    homeJs: '',
    homeCard: '',
  },
});

/** The page without the texts for its script. */
const shownOf = (changed: PlacePageView) =>
  renderPlacePage(changed).replace(/<script type="application\/json".*?<\/script>/s, '');

const policyOf = (design: StoredDesign) =>
  secretPageHeaders(view({}, design).design)['content-security-policy'] ?? '';

describe('the page of a place', () => {
  it('says how many people are ahead', () => {
    expect(renderPlacePage(view())).toContain('1,283 people ahead of you');
    expect(renderPlacePage(view({ ahead: 1 as never }))).toContain('1 person ahead of you');
    expect(renderPlacePage(view({ ahead: 0 as never }))).toContain('Nobody is ahead of you');
  });

  it(`says why the place is a higher number than that${verifies('page.people-in-line')}`, () => {
    const gone = (ahead: number) =>
      /data-part="gone">([^<]*)</.exec(renderPlacePage(view({ ahead: ahead as never })))?.[1];
    expect([gone(1283), gone(1282), gone(83)]).toEqual([
      '',
      '1 is already in or has left',
      '1,200 are already in or have left',
    ]);
  });

  it('promises places only while referrals are on', () => {
    expect(renderPlacePage(view())).toContain('Move up 5 places for each friend');
    expect(renderPlacePage(view({ referralBoost: 1 as never }))).toContain('Move up 1 place for each friend');
    expect(shownOf(view({ referralBoost: null as never }))).not.toContain('Move up');
  });

  it(`says what the next friend gives, and what the numbers mean${verifies('place.next-friend')}`, () => {
    const next = (changes: object) =>
      /data-part="next"[^>]*>([^<]*)</.exec(renderPlacePage(view(changes)))?.[1];
    expect(next({})).toBe('One more friend: from 1,284 to 1,279');
    expect(next({ position: 3 })).toBe('One more friend: from 3 to 1');
    expect([next({ position: 1 }), next({ referralBoost: null }), next({ status: 'accepted' })]).toEqual([
      '',
      '',
      '',
    ]);
    expect(renderPlacePage(view())).toContain('moves you up 5 places. People behind you can pass you');
    expect(renderPlacePage(view({ referralBoost: null as never }))).not.toContain('can pass you');
  });

  it('shows an invitation instead of the number', () => {
    const invitation = {
      link: 'https://rocket.example/?a="&code=x',
      expiresAt: new Date('2026-12-09T12:00:00Z'),
    };
    const html = shownOf({ ...view({ status: 'invited' as never }), invitation });
    expect(html).toContain('<title>You’re in – Fieldnotes</title>');
    expect(html).toContain('href="https://rocket.example/?a=&quot;&amp;code=x">Accept your invitation</a>');
    expect(html).toContain('works until December 9, 2026');
    for (const absent of ['data-part="place"', 'ahead of you', 'Move up']) expect(html).not.toContain(absent);
    const accepted = renderPlacePage(view({ status: 'accepted' as never }));
    expect(accepted).toContain('You’ve accepted your invitation');
    expect(accepted).not.toContain('Accept your invitation</a>');
  });

  it('escapes names and links, wherever they are', () => {
    const name = `<b>"Rockets" & 'Co'</b>\ud800`;
    const html = renderPlacePage(view({ waitlist: { ...place.waitlist, name } as never }));
    expect(html).not.toMatch(/<b>"|Co'<\/b>/);
    expect(html).toContain('&lt;b&gt;&quot;Rockets&quot;');
    expect(html).toContain('value="https://anteroom.example/w/fieldnotes?ref=abc&amp;x=&quot;"');
    expect(html).toContain(encodeURIComponent(place.referralLink));
  });

  it('lets through the brand color and the logo of the design, and nothing else', () => {
    const design = { brandColor: '#c2185b', logoUrl: 'https://cdn.example/logo.png' };
    expect(policyOf(design)).toContain("style-src 'self' 'sha256-");
    expect(policyOf(design)).toContain("img-src 'self' data: https://cdn.example;");
    expect(policyOf({})).toContain("style-src 'self';");
    expect(policyOf({})).toContain("img-src 'self' data:;");
    expect(renderPlacePage(view({}, design))).toContain(
      '<style>:root{--brand:#c2185b;--on-brand:#ffffff}</style>',
    );
    expect(renderPlacePage(view())).not.toContain('<style>');
  });
});
