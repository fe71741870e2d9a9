import { beforeAll, expect, it } from '@jest/globals';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { describeWithChromium, shareChromium, show } from '../support/chromium.ts';
import { eventually } from '../support/eventually.ts';
import { verifies } from '../support/verifies.ts';
import { joined, sharePageServer } from './page-server.ts';

const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 800 };

describeWithChromium('The hosted page with the default template', () => {
  const browser = shareChromium();
  const server = sharePageServer();
  let page: Page;
  let frame: FrameLocator;

  beforeAll(async () => {
    page = await browser.newPage();
    frame = page.frameLocator('#page');
  });

  it.each([
    ['a phone', phone],
    ['a desktop', desktop],
  ])('lets a visitor join on %s, and shows the place, the link and the message', async (_, viewport) => {
    const url = server.publish({ referralEnabled: true, referralBoost: 7 });
    await show(page, `${url}?ref=AbC123xy`, { viewport });
    await frame.getByRole('heading', { level: 1, name: 'Fieldnotes' }).waitFor();
    await frame.getByText('A friend invited you').waitFor();
    await frame.getByText('1,284 people in line').waitFor();
    await frame.getByLabel('Email').fill(' ada@example.com ');
    await frame.getByLabel('Name').fill('Ada');
    await frame.getByRole('button', { name: 'Join the waitlist' }).click();

    const heading = frame.getByRole('heading', { level: 1, name: 'Your place in line 128' });
    await heading.waitFor();
    expect(await heading.evaluate(element => element.ownerDocument.activeElement === element)).toBe(true);
    expect(await frame.getByText('We open the doors').count()).toBe(1);
    const link = frame.getByLabel('Move up 7 places for each friend who joins with your link.');
    expect(await link.inputValue()).toBe(`${url}?ref=k7Qm2xWd`);
    expect(server.signups(new URL(url).pathname.slice(3))).toEqual([
      { email: 'ada@example.com', language: 'en', name: 'Ada', referralCode: 'AbC123xy' },
    ]);
    const widths = await frame.locator('html').evaluate(html => [html.scrollWidth, html.clientWidth]);
    expect(widths[0]).toBe(widths[1]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
  });

  it('can be joined with the keyboard alone', async () => {
    await show(page, server.publish({}));
    const tabTo = async (element: Locator) => {
      await page.keyboard.press('Tab');
      await element.and(frame.locator(':focus')).waitFor();
    };
    await frame.getByLabel('Email').waitFor();
    await tabTo(frame.getByLabel('Email'));
    await page.keyboard.type('grace@example.com');
    await tabTo(frame.getByLabel('Name'));
    await page.keyboard.type('Grace');
    await tabTo(frame.getByRole('button', { name: 'Join the waitlist' }));
    await page.keyboard.press('Enter');
    await frame.getByRole('heading', { name: 'Your place in line' }).waitFor();
    await page.keyboard.press('Tab');
    await tabTo(frame.getByRole('button', { name: 'Copy link' }));
  });

  it('submits when Enter is pressed in a field', async () => {
    await show(page, server.publish({}));
    await frame.getByLabel('Email').fill('enter@example.com');
    await frame.getByLabel('Email').press('Enter');
    await frame.getByRole('heading', { name: 'Your place in line' }).waitFor();
  });

  it('copies the link to the clipboard', async () => {
    const url = server.publish({});
    await show(page, url);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await frame.getByLabel('Email').fill('copy@example.com');
    await frame.getByLabel('Email').press('Enter');
    await frame.getByRole('button', { name: 'Copy link' }).click();
    await frame.getByText('Link copied.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${url}?ref=k7Qm2xWd`);
  });

  it('promises no places when referrals are off', async () => {
    await show(page, server.publish({ referralEnabled: false }));
    await frame.getByLabel('Email').fill('plain@example.com');
    await frame.getByLabel('Email').press('Enter');
    await frame.getByLabel('Know someone who’d like this?').waitFor();
    expect(await frame.getByText('Move up').count()).toBe(0);
  });

  it.each([
    [
      'a wrong email',
      400,
      {
        error: 'x',
        code: 'validation_failed',
        details: [{ path: 'email', message: 'must be an email address' }],
      },
      'That email address doesn’t look right.',
    ],
    ['too many signups', 429, { error: 'x', code: 'rate_limited' }, 'Please wait 30 seconds and try again.'],
    ['a failed challenge', 403, { error: 'x', code: 'challenge_failed' }, 'you’re human'],
    ['a deleted waitlist', 404, { error: 'x', code: 'not_found' }, 'no longer open'],
    ['a server error', 500, { error: 'x', code: 'internal_error' }, 'went wrong on our end'],
    ['a response that is not ours', 200, 'nonsense', 'went wrong on our end'],
    [
      'an email that is already on the list',
      200,
      { alreadyJoined: true, message: 'You are in already.' },
      'This email is already on the list. Check your inbox for a link to your place.',
    ],
  ])('explains %s and keeps what was typed', async (_, status, body, sentence) => {
    const url = server.publish({});
    server.answer(url.slice(server.origin.length + 3), () => ({
      status,
      body,
      headers: { 'retry-after': '30' },
    }));
    await show(page, url);
    await frame.getByLabel('Email').fill('kept@example.com');
    await frame.getByLabel('Name').fill('Kept');
    await frame.getByRole('button', { name: 'Join the waitlist' }).click();
    await frame.getByText(sentence).waitFor();
    expect(await frame.getByLabel('Email').inputValue()).toBe('kept@example.com');
    expect(await frame.getByLabel('Name').inputValue()).toBe('Kept');
  });

  it(`says that a connection is down, and joins when it is back${verifies('signups.try-again')}`, async () => {
    await show(page, server.publish({}));
    await frame.getByLabel('Email').fill('offline@example.com');
    await page.context().setOffline(true);
    await frame.getByLabel('Email').press('Enter');
    await page.getByRole('status').getByText('We’re trying again').waitFor();
    await page.context().setOffline(false);
    await frame.getByRole('heading', { name: 'Your place in line' }).waitFor();
  });

  it.each([
    ['page code', undefined],
    ['the default form', 'function GeneratedWaitlist() { throw new Error("broken"); }'],
  ])(`asks about a slip in the address once, in %s${verifies('signups.suggestion')}`, async (_, rawCode) => {
    const url = server.publish(rawCode === undefined ? {} : { rawCode });
    const slug = url.slice(server.origin.length + 3);
    await show(page, url);
    if (rawCode) await page.locator('#stage[data-state=form]').waitFor();
    const form = rawCode ? page.locator('#join') : page.frameLocator('#page').locator('body');
    await form.getByLabel('Email').fill('lena@gmial.com');
    await form.getByRole('button', { name: 'Join the waitlist' }).click();
    await form.getByText('Did you mean lena@gmail.com?').waitFor();
    expect(server.signups(slug)).toEqual([]);
    await form.getByLabel('Email').fill('lena@gnail.com');
    await form.getByRole('button', { name: 'Join the waitlist' }).click();
    await form.getByText('If lena@gnail.com is right').waitFor();
    await form.getByRole('button', { name: 'Use lena@gmail.com' }).click();
    await eventually(async () => expect(server.signups(slug)).toHaveLength(1));
    expect(server.signups(slug)).toMatchObject([{ email: 'lena@gmail.com' }]);
  });

  it('marks an invalid field, visibly and for screen readers', async () => {
    await show(page, server.publish({}));
    const email = frame.getByLabel('Email');
    await email.fill('nobody');
    await frame.getByRole('button', { name: 'Join the waitlist' }).click();
    await frame.getByText('it should look like you@example.com').waitFor();
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    const described = await email.evaluate(
      input => input.ownerDocument.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent,
    );
    expect(described).toContain('it should look like');
    expect(await email.evaluate(element => element.ownerDocument.activeElement === element)).toBe(true);
  });

  it('submits once on a double click', async () => {
    const url = server.publish({});
    const slug = url.slice(server.origin.length + 3);
    let release = () => {};
    const after = new Promise<void>(resolve => {
      release = resolve;
    });
    server.answer(slug, () => ({ status: 201, body: joined(url), after }));
    await show(page, url);
    await frame.getByLabel('Email').fill('twice@example.com');
    await frame.getByRole('button', { name: 'Join the waitlist' }).dblclick();
    await frame.getByRole('button', { name: 'Joining' }).waitFor();
    release();
    await frame.getByRole('heading', { name: 'Your place in line' }).waitFor();
    expect(server.signups(slug)).toHaveLength(1);
  });

  it('includes its meta tags in the HTML, and credits Anteroom unless the account is white-label', async () => {
    await show(page, server.publish({ serviceUrl: 'https://anteroom.example/' }));
    expect(await page.getByRole('link', { name: 'Powered by Anteroom' }).count()).toBe(1);
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('allow-scripts');
    await show(page, server.publish({ whiteLabel: true }));
    expect(await page.getByText('Powered by').count()).toBe(0);
  });

  it('shows its heading and a reason without JavaScript, where a challenge needs it', async () => {
    const challenge = { siteKey: '1x00000000000000000000AA', scriptUrl: server.challengeScript };
    const scriptless = await browser.newPage({ javaScriptEnabled: false });
    await scriptless.goto(server.publish({ challenge }));
    expect(await scriptless.getByRole('heading', { level: 1, name: 'Fieldnotes' }).isVisible()).toBe(true);
    expect(await scriptless.getByText('You need JavaScript to join').isVisible()).toBe(true);
    expect(await scriptless.getByRole('button').count()).toBe(0);
    await scriptless.close();
  });
});
