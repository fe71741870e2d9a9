import { beforeAll, expect, it } from '@jest/globals';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

describeWithChromium('the hosted page without JavaScript', () => {
  const browser = shareChromium();
  const session = shareSession();
  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Fieldnotes', slug: 'fieldnotes' });
  });

  const open = async (path: string) => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(session.url + path);
    return page;
  };

  it(`joins with the visitor’s referral code, and shows the place${verifies('own-site.no-javascript')}`, async () => {
    const { body: friend } = await session.join('fieldnotes', { email: 'friend@example.com' });
    const page = await open(`/w/fieldnotes?ref=${friend.referralCode}`);
    expect(await page.getByText('You need JavaScript').count()).toBe(0);
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Name').fill('Ada');
    await page.getByRole('button', { name: 'Join the waitlist' }).click();
    await page.waitForURL('**/s/*');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('2');
    const { body } = await session.api.get('/api/v1/waitlists/fieldnotes/entries');
    expect(body.entries[0]).toMatchObject({ name: 'Ada', referredBy: friend.referralCode });
    await page.close();
  });

  it(`shows the form again, filled, with what is wrong${verifies('own-site.no-javascript', 'own-site.form-errors', 'signups.form-again')}`, async () => {
    const page = await open('/w/fieldnotes?ref=abc');
    // As in a browser that does not validate.
    await page.locator('form').evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });
    await page.getByLabel('Email').fill('ada@');
    await page.getByLabel('Name').fill('Ada');
    await page.getByRole('button', { name: 'Join the waitlist' }).click();
    await page.getByText('That email address doesn’t look right. Please check it.').waitFor();
    const email = page.getByLabel('Email');
    expect(await email.inputValue()).toBe('ada@');
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Name').inputValue()).toBe('Ada');
    expect(await page.locator('[name=referralCode]').getAttribute('value')).toBe('abc');
    await email.fill('friend@example.com');
    await page.getByRole('button', { name: 'Join the waitlist' }).click();
    await page.getByRole('heading', { name: 'You’re already on the list' }).waitFor();
    await page.close();
  });
});
