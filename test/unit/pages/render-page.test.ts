import { describe, expect, it } from '@jest/globals';
import { en } from '../../../core/languages/texts/en/index.ts';
import { jsonForScript } from '../../../core/markup/escape.ts';
import { FONT_PARTS } from '../../../core/markup/font.ts';
import { toPageDesign } from '../../../core/pages/page-design.ts';
import { type PageView, pageSecurityHeaders, renderPage } from '../../../core/pages/render-page.ts';

const view: PageView = {
  language: 'en',
  languages: ['en'],
  id: '01900000-0000-7000-8000-000000000001',
  pageUrl: 'https://anteroom.example/w/fieldnotes',
  canonicalUrl: 'https://anteroom.example/w/fieldnotes',
  slug: 'fieldnotes',
  name: 'Fieldnotes',
  lead: 'A notebook that answers.',
  design: toPageDesign({}),
  seoTitle: null,
  seoDescription: null,
  seoKeywords: null,
  ogImage: 'https://anteroom.example/w/fieldnotes/cards/1.png',
  referralEnabled: false,
  referralBoost: 5,
  signups: 3,
  waiting: 2,
  door: 'open',
  opensAt: null,
  closedMessage: null,
  pageCode: 'function GeneratedWaitlist() { return null; }',
  whiteLabel: false,
  referredBy: null,
  challenge: null,
  firstView: null,
  allowedOrigins: [],
  questions: [],
  assets: {
    shellJs: '/_page/shell.1.js',
    placeJs: '/_page/status.1.js',
    placeCss: '/_page/status.7.css',
    questionsCss: '/_page/questions.8.css',
    css: '/_page/shell.2.css',
    frameHtml: '/_page/frame.3.html',
    runtimeJs: '/_page/runtime.4.js',
    icon: '/_page/icon.5.svg',
    homeCss: '/_page/home.1.css',
    homeJs: '/_page/home.2.js',
    homeCard: '/_page/card.3.png',
  },
};

const dataOf = (html: string) => {
  const [, json = ''] = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json);
};

describe('renderPage', () => {
  it('has the tags that search engines and social previews read', () => {
    const html = renderPage({
      ...view,
      seoTitle: 'The title',
      seoDescription: 'The description',
      seoKeywords: 'a, b',
      ogImage: 'https://cdn.example/og.png',
    });
    for (const tag of [
      '<title>The title</title>',
      '<meta name="description" content="The description">',
      '<meta name="keywords" content="a, b">',
      '<meta name="robots" content="index, follow, max-image-preview:large">',
      '<link rel="canonical" href="https://anteroom.example/w/fieldnotes">',
      '<meta property="og:title" content="The title">',
      '<meta property="og:description" content="The description">',
      '<meta property="og:url" content="https://anteroom.example/w/fieldnotes">',
      '<meta property="og:type" content="website">',
      '<meta property="og:image" content="https://cdn.example/og.png">',
      '<meta property="og:image:width" content="1200">',
      '<meta name="twitter:card" content="summary_large_image">',
      '<meta name="twitter:image" content="https://cdn.example/og.png">',
      '<link rel="icon" href="/_page/icon.5.svg" type="image/svg+xml">',
      'sandbox="allow-scripts"',
    ]) {
      expect(html).toContain(tag);
    }
  });

  it('falls back to the name, and leaves out what is missing', () => {
    const html = renderPage(view);
    expect(html).toContain('<title>Fieldnotes – Join the waitlist</title>');
    expect(html).toContain('<meta name="description" content="Join the waitlist for Fieldnotes.">');
    expect(html).not.toMatch(/name="keywords"|"null"/);
  });

  it('escapes everything an owner or a visitor typed', () => {
    const hostile = `</script><script>alert(1)</script><!--"'&\u2028\ud800`;
    const html = renderPage({
      ...view,
      name: hostile,
      seoTitle: hostile,
      seoDescription: hostile,
      seoKeywords: hostile,
      ogImage: `https://cdn.example/"><script>`,
      pageCode: hostile,
      referredBy: hostile,
    });
    expect(html).not.toContain('<script>');
    expect(html).not.toContain('<!--');
    // One module and one data block, and nothing the owner typed closes either.
    expect(html.match(/<script\b/g)).toHaveLength(2);
    expect(html.match(/<\/script>/g)).toHaveLength(2);
    const { code, referredBy, waitlist } = dataOf(html);
    expect([code, referredBy, waitlist.name]).toEqual(Array(3).fill(hostile));
  });

  it('tells the shell where to post and what to run', () => {
    expect(dataOf(renderPage({ ...view, referredBy: 'abc' }))).toEqual({
      challenge: null,
      waitlistId: view.id,
      pageUrl: view.pageUrl,
      signupUrl: '/w/fieldnotes/signups',
      visitUrl: '/w/fieldnotes/visits',
      runtimeUrl: '/_page/runtime.4.js',
      fontUrl: FONT_PARTS.basic.path,
      placeCssUrl: '/_page/status.7.css',
      questionsCssUrl: null,
      placeJsUrl: '/_page/status.1.js',
      code: view.pageCode,
      waitlist: {
        name: 'Fieldnotes',
        lead: 'A notebook that answers.',
        slug: 'fieldnotes',
        referralEnabled: false,
        referralBoost: 5,
        signups: 3,
        waiting: 2,
        door: 'open',
        opensAt: null,
        closedMessage: null,
      },
      design: view.design,
      questions: [],
      referredBy: 'abc',
      language: 'en',
      texts: { form: en.form, challenge: null },
      words: expect.objectContaining({ button: 'Join the waitlist', crowd: 'Be one of the first in line' }),
    });
  });

  it('credits Anteroom, unless the account is white-label', () => {
    expect(renderPage(view)).toContain('Powered by');
    const logoUrl = 'https://cdn.example/logo.png';
    const branded = renderPage({
      ...view,
      whiteLabel: true,
      design: toPageDesign({ logoUrl, brandColor: '#c6f432' }),
    });
    expect(branded).not.toContain('Powered by');
    expect(branded).toContain(`<link rel="icon" href="${logoUrl}">`);
    expect(branded).toContain('<meta name="theme-color" content="#c6f432">');
  });
});

describe('jsonForScript', () => {
  it('leaves nothing that could close the element', () => {
    const json = jsonForScript(['</script>', '<!--', '\u2028\u2029', '&']);
    expect(json).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(json)).toEqual(['</script>', '<!--', '\u2028\u2029', '&']);
  });
});

describe('pageSecurityHeaders', () => {
  it('allows nothing inline, nothing from other hosts, and embedding only by the same host', () => {
    const policy = pageSecurityHeaders()['content-security-policy'];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toMatch(/unsafe|\*/);
  });

  it('gives page code no camera, microphone, location, or payment', () => {
    const denied = pageSecurityHeaders()['permissions-policy']?.split(', ');
    expect(denied).toEqual(
      expect.arrayContaining(['camera=()', 'microphone=()', 'geolocation=()', 'payment=()']),
    );
  });

  it('can be opened for a bot challenge', () => {
    const origin = 'https://challenges.cloudflare.com';
    const policy = pageSecurityHeaders({ scriptSources: [origin], frameSources: [origin] })[
      'content-security-policy'
    ];
    expect(policy).toContain(`script-src 'self' ${origin};`);
    expect(policy).toContain(`frame-src 'self' ${origin};`);
  });
});
