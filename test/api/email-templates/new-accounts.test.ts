import { describe, expect, it } from '@jest/globals';
import { renderConfirmationTemplate } from '../../../core/email-templates/confirmation-email.ts';
import { ALL_SCOPES } from '../../../core/kernel/scopes.ts';
import { eventually } from '../../support/eventually.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const PATH = '/api/v1/email-templates';
const COPY = renderConfirmationTemplate({
  language: 'en',
  design: {},
  referralEnabled: false,
  referralBoost: 1,
});

describe('the templates of a new account', () => {
  const session = shareSession({ environment: { OWN_TEMPLATES_AFTER_HOURS: '24' } });

  /** A waitlist with a template of an account on this plan. */
  async function newList(slug: string, plan: 'free' | 'pro') {
    const account = await session.createAccount(plan);
    const api = await account.withScopes(ALL_SCOPES);
    const { body } = await api.post('/api/v1/waitlists', { name: slug, slug });
    const template = { name: slug, subject: `Own words for ${slug}`, html: COPY.html };
    const created = await api.post(PATH, { ...template, waitlistIds: [body.waitlist.id] });
    expect(created.status).toBe(201);
    return { account, api, waitlistId: body.waitlist.id };
  }
  /** Joins, and waits for the email. @returns its subject */
  async function subjectFor(slug: string, email: string): Promise<string> {
    expect((await session.join(slug, { email })).status).toBe(201);
    return eventually(async () => {
      const found = (await session.mail()).find(({ to }) => to === email);
      if (!found) throw new Error('not sent yet');
      return found.subject;
    });
  }

  it(`are kept, and sent from its second day${verifies('email.new-accounts-default')}`, async () => {
    const { account, api, waitlistId } = await newList('fresh', 'free');
    expect(await subjectFor('fresh', 'one@example.com')).toBe('You’re on the list for fresh');
    const { body } = await api.get(PATH);
    expect(body.templates).toMatchObject([{ name: 'fresh', waitlistIds: [waitlistId] }]);
    const [row] = await session.sql('SELECT created_at AS at FROM accounts WHERE id = $1', [
      account.accountId,
    ]);
    expect(new Date(body.sentFrom).getTime()).toBe(row.at.getTime() + 24 * 3600_000);

    await session.sql("UPDATE accounts SET created_at = created_at - interval '24 hours' WHERE id = $1", [
      account.accountId,
    ]);
    expect((await api.get(PATH)).body).not.toHaveProperty('sentFrom');
    expect(await subjectFor('fresh', 'two@example.com')).toBe('Own words for fresh');
  });

  it(`are sent at once after any payment, and on Pro${verifies('email.new-accounts-default')}`, async () => {
    const { account, api } = await newList('paid', 'free');
    await session.sql(
      `INSERT INTO checkouts (account_id, product, live, amount_cents, currency, paid_at)
       VALUES ($1, 'pro', false, 4900, 'usd', now())`,
      [account.accountId],
    );
    expect((await api.get(PATH)).body).not.toHaveProperty('sentFrom');
    expect(await subjectFor('paid', 'three@example.com')).toBe('Own words for paid');
    const pro = await newList('pro', 'pro');
    expect((await pro.api.get(PATH)).body).not.toHaveProperty('sentFrom');
    expect(await subjectFor('pro', 'four@example.com')).toBe('Own words for pro');
  });
});
