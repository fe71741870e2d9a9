import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Language } from '../../core/languages/language.ts';
import { textsOf } from '../../core/languages/texts.ts';
import { FONT_PARTS } from '../../core/markup/font.ts';
import { TEMPLATES, type TemplateName } from '../../core/page-code/design.ts';
import { servedCode } from '../../core/page-code/templates/templates.ts';
import { toPageDesign } from '../../core/pages/page-design.ts';
import { violations } from '../support/axe.ts';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { verifies } from '../support/verifies.ts';
import { sharePageServer } from './page-server.ts';

describeWithChromium('The signup page in other languages', () => {
  const browser = shareChromium();
  const server = sharePageServer();

  const publish = (language: Language, template: TemplateName) =>
    server.publish({
      slug: `${template}-${language}`,
      language,
      languages: [language],
      lead: textsOf(language).signupPage.lead,
      design: toPageDesign({ template, brandColor: '#7a1fa2', launchAt: '2030-01-01T00:00:00.000Z' }),
      pageCode: servedCode(null, { template }, { asks: false, isClosed: false, isTranslated: true }),
    });

  async function open(url: string, width: number): Promise<Page> {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    await page.goto(url);
    await page.locator('#stage[data-state=page]').waitFor();
    return page;
  }

  const frameOf = (page: Page) => page.frames().find(frame => frame !== page.mainFrame()) ?? page.mainFrame();

  it.each(TEMPLATES)(
    `%s says nothing in English, and fits a narrow phone${verifies('languages.page')}`,
    async template => {
      const english = textsOf('en');
      const own = [english.signupPage, english.template, english.countdown, english.leaderboard]
        .flatMap(texts => Object.values(texts))
        .filter((text): text is string => typeof text === 'string' && text.includes(' '));
      for (const language of ['de', 'pl', 'ja', 'ar'] as const) {
        const page = await open(publish(language, template), 340);
        const frame = frameOf(page);
        const text = await frame.evaluate(() => document.body.innerText);
        expect(own.filter(sentence => text.includes(sentence))).toEqual([]);
        expect(text).toContain(textsOf(language).signupPage.submit);
        expect(text).toContain(textsOf(language).template.fineprint);
        expect(
          await frame.evaluate(() => {
            const { lang, dir, scrollWidth } = document.documentElement;
            return [lang, dir, scrollWidth];
          }),
        ).toEqual([language, language === 'ar' ? 'rtl' : 'ltr', 340]);
        await page.close();
      }
    },
    60_000,
  );

  it(`mirrors every template for Arabic, in our font${verifies('languages.mirrored')}`, async () => {
    for (const template of TEMPLATES) {
      const before = server.requests.length;
      const page = await open(publish('ar', template), 1280);
      const mirrored = await page.locator('html').evaluate(({ lang, dir }: HTMLElement) => [lang, dir]);
      expect(mirrored).toEqual(['ar', 'rtl']);
      // The title begins at the right; the email comes before the name, which is left of it or below.
      const frame = frameOf(page);
      const [title, email, name] = await Promise.all(
        ['.wl-title', '#wl-email', '#wl-name'].map(async selector => {
          const box = await frame.locator(selector).boundingBox();
          return box ?? { x: 0, y: 0, width: 0, height: 0 };
        }),
      );
      expect((email?.x ?? 0) >= (name?.x ?? 0)).toBe(true);
      if (template !== 'spotlight') expect((title?.x ?? 0) + (title?.width ?? 0)).toBeGreaterThan(1280 / 2);
      // A name in Latin letters too stands at the right, or in the middle.
      const gaps = await frame.locator('.wl-title').evaluate((element: HTMLElement) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const [text, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
        return { left: text.left - box.left, right: box.right - text.right };
      });
      expect({ template, isAtTheEnd: gaps.right > gaps.left + 1 }).toEqual({ template, isAtTheEnd: false });
      expect(await frame.evaluate(() => document.fonts.check('700 32px Figtree', 'انضم'))).toBe(true);
      expect(server.requests.slice(before)).toContain(`GET ${FONT_PARTS.arabic.path}`);
      expect(await violations(page)).toEqual([]);
      await page.close();
    }
  }, 60_000);

  it(`sends its language, and says in it what is wrong${verifies('languages.page', 'languages.sent')}`, async () => {
    const { form } = textsOf('de');
    const page = await open(publish('de', 'door'), 1280);
    const frame = frameOf(page);
    server.answer('door-de', () => ({ status: 500, body: { code: 'internal_error', error: 'No.' } }));
    await frame.fill('#wl-email', 'ada@example.com');
    await frame.click('button[type=submit]');
    await frame.getByText(form.failed).waitFor();
    expect(server.signups('door-de')).toEqual([{ email: 'ada@example.com', language: 'de' }]);
    server.answer('door-de', () => ({
      status: 201,
      body: { position: 1284, referralCode: 'k', referralLink: 'https://x.test', message: 'Hallo' },
    }));
    await frame.click('button[type=submit]');
    await frame.getByText('1.284', { exact: true }).waitFor();
    await page.close();
  });

  it(`gives page code the language, and our texts${verifies('languages.words')}`, async () => {
    const pageCode = `function GeneratedWaitlist({ language, words }) {
      return React.createElement('p', null, [language, words.button, words.crowd, words.leaderboard.line, words.countdown.noDate].join('|'));
    }`;
    const page = await browser.newPage();
    await page.goto(server.publish({ slug: 'own', language: 'fr', languages: ['fr'], pageCode }));
    const { signupPage, leaderboard, countdown } = textsOf('fr');
    const text = await page.frameLocator('#page').locator('p').innerText();
    const [language, button, crowd, line, noDate] = text.split('|');
    expect([language, button, line, noDate]).toEqual([
      'fr',
      signupPage.submit,
      leaderboard.line,
      countdown.noDate,
    ]);
    expect(crowd).toContain((1284).toLocaleString('fr'));
    await page.close();
  });
});
