import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { type Receiver, startReceiver, verify } from '../api/webhooks/receiver.ts';
import { connectChromium, describeWithChromium } from '../support/chromium.ts';
import { type DashboardVisit, openDashboard, PATIENCE_MS, signIn } from '../support/dashboard.ts';
import { type RunningExample, readExample, runExample } from '../support/doc-example.ts';
import { eventually } from '../support/eventually.ts';
import { type ApiSession, openSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

const HONEST = Array.from({ length: 25 }, (_, n) => `person${n}@example.com`);
/** All of them are the mailbox of the first person. */
const CHEATS = Array.from({ length: 5 }, (_, n) => `person0+${n}@example.com`);
const EVENTS = [
  'entry.joined',
  'entry.referred',
  'entry.invited',
  'entry.accepted',
  'entry.updated',
  'entry.erased',
];

describeWithChromium('a whole launch', () => {
  let session: ApiSession;
  let browser: Browser;
  let founder: DashboardVisit;
  let receiver: Receiver;
  let product: RunningExample;
  let site: Server;
  let visitor: Page;
  let secret = '';
  const path = '/api/v1/waitlists/rockets';

  beforeAll(async () => {
    // The mailbox of the cheats gets more than ten emails.
    const environment = { EMAILS_PER_RECIPIENT_PER_DAY: '100' };
    [session, browser, receiver] = await Promise.all([
      openSession({ environment }),
      connectChromium(),
      startReceiver(),
    ]);
    site = createServer((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><html lang="en"><head><title>Rocket Bikes</title>
        <script src="${session.url}/embed.js" async></script></head>
        <body><h1>Rocket Bikes</h1><anteroom-waitlist slug="rockets"></anteroom-waitlist></body></html>`);
    });
    await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve));
    product = await runExample(await readExample('docs/inviting.md', 'Express'), {
      ANTEROOM_URL: session.url,
      ANTEROOM_KEY: session.key,
    });
    const origin = `http://localhost:${(site.address() as AddressInfo).port}`;
    const made = await session.api.post('/api/v1/waitlists', {
      name: 'Rocket Bikes',
      slug: 'rockets',
      allowedOrigins: [origin],
      shareUrl: `${origin}/`,
      confirmation: 'required',
      inviteUrl: `${product.url}/welcome`,
    });
    expect(made.status).toBe(201);
    await session.license('rockets');
    await session.api.patch(path, { referralEnabled: true, referralBoost: 10 });
    const hook = await session.api.post(`${path}/webhooks`, { url: receiver.url, events: EVENTS });
    secret = hook.body.secret;
    founder = await openDashboard(browser, session.url);
    await founder.page.goto(`${session.url}/sign-in?return_to=/dashboard/waitlists/rockets/signups`);
    await signIn(founder.page, session);
    const context = await browser.newContext();
    context.setDefaultTimeout(PATIENCE_MS);
    visitor = await context.newPage();
  }, 2 * PATIENCE_MS);
  afterAll(async () => {
    await founder?.close();
    await browser?.close();
    await session?.close();
    await receiver?.stop();
    await product?.stop();
    await new Promise<unknown>(resolve => (site ? site.close(resolve) : resolve(null)));
  });

  /** The newest email to an address whose subject starts like this. */
  const mailTo = (address: string, subject: string) =>
    eventually(async () => {
      const found = (await session.mail()).find(
        ({ to, subject: line }) => to === address && line.startsWith(subject),
      );
      if (!found) throw new Error(`${address} got no email “${subject}…”`);
      return found;
    });
  const linkIn = async (address: string, subject: string, pattern: RegExp): Promise<string> =>
    pattern.exec((await mailTo(address, subject)).text)?.[0] ?? 'no link';

  /** Joins by the form on the founder's site, in a browser of their own, and confirms. */
  async function join(address: string, url: string): Promise<void> {
    await visitor.goto(url);
    await visitor.getByLabel('Email').fill(address);
    await visitor.getByRole('button', { name: 'Join the waitlist' }).click();
    await visitor.getByText('Check your email').first().waitFor();
    await visitor.goto(await linkIn(address, 'Confirm your email', /http\S+\/c\/\S+/));
    await visitor.getByRole('button', { name: 'Confirm my email' }).click();
    await visitor.getByRole('heading', { name: /Your place in line/ }).waitFor();
  }
  const heard = (type: string): string[] =>
    [...new Map(receiver.ofType(type).map(({ id, event }) => [id, event.data.entry])).values()].map(
      entry => entry.email ?? entry.id,
    );

  it(
    `30 people join and confirm, five of whom cheat; ten are invited, two let in, one stops email, one is erased${verifies('invitations.whole-launch')}`,
    async () => {
      const page = (await session.api.get(path)).body.waitlist.shareUrl;
      for (const address of HONEST.slice(0, 20)) await join(address, page);
      expect((await session.api.get(`${path}/statistics`)).body.total).toBe(20);
      const [ringleader] = (await session.api.get(`${path}/entries?email=${HONEST[0]}`)).body.entries;
      const [sharer] = (await session.api.get(`${path}/entries?email=${HONEST[15]}`)).body.entries;
      // Cheating moves nobody; a friend does.
      for (const address of CHEATS) await join(address, `${page}?ref=${ringleader.referralCode}`);
      await join(HONEST[20] ?? '', `${page}?ref=${sharer.referralCode}`);
      for (const address of HONEST.slice(21)) await join(address, page);
      const order = async () =>
        (await session.api.get(`${path}/entries?sort=position&limit=200`)).body.entries;
      const people = await order();
      expect(people).toHaveLength(30);
      expect(people.map(({ position }: { position: number }) => position)).toEqual(
        people.map((_: unknown, n: number) => n + 1),
      );
      expect(people[0]).toMatchObject({ email: HONEST[0], referralCount: 0 });
      expect(people[5]).toMatchObject({ email: HONEST[15], referralCount: 1 });

      // The founder rejects all five at once.
      await founder.page.reload();
      await founder.page.getByText('5 referrals to review.').waitFor();
      await founder.page.getByRole('button', { name: 'Review', exact: true }).click();
      await founder.page.getByLabel('Select all', { exact: true }).first().check();
      await founder.page.getByRole('button', { name: 'Reject (5)' }).click();
      await founder.page.getByText('5 referrals rejected.').waitFor();
      expect((await session.api.get(`${path}/referrals?state=revoked`)).body.total).toBe(5);

      const invited = await session.api.post(`${path}/invitations`, {
        count: 10,
        message: 'Bring a helmet.',
      });
      expect(invited.body.batch).toMatchObject({ invited: 10, skipped: [] });
      const guests: string[] = people.slice(0, 10).map(({ email }: { email: string }) => email);
      for (const guest of guests.slice(0, 2)) {
        await visitor.goto(await linkIn(guest, 'You’re in', /http\S+code=\S+/));
        await visitor.getByRole('button', { name: 'Create my account' }).click();
        await visitor.getByText(`Hello, ${guest}`).waitFor();
      }

      const stop = await linkIn(guests[2] ?? '', 'You’re in', /http\S+\/u\/\S+/);
      await visitor.goto(stop);
      await visitor.getByRole('button', { name: 'Stop emails' }).click();
      await visitor.getByRole('heading', { name: 'You won’t get email from' }).waitFor();
      await visitor.goto(await linkIn(guests[3] ?? '', 'You’re in', /http\S+\/u\/\S+/));
      await visitor.getByRole('button', { name: 'Leave the waitlist…' }).click();
      await visitor.getByRole('button', { name: 'Leave and erase my data' }).click();
      await visitor.getByRole('heading', { name: 'You left' }).waitFor();

      expect((await session.api.get(`${path}/statistics`)).body).toMatchObject({
        total: 29,
        waiting: 20,
        invited: 7,
        accepted: 2,
      });
      // Who stopped is passed over; their place is not lost.
      await session.api.delete(`${path}/invitations/${invited.body.batch.id}`);
      const next = await session.api.post(`${path}/invitations`, { count: 7, dryRun: true });
      const stopped = people.find(({ email }: { email: string }) => email === guests[2]);
      expect(next.body.batch.skipped).toEqual([{ entryId: stopped.id, reason: 'stopped' }]);

      await eventually(async () => expect(heard('entry.erased')).toHaveLength(1));
      const erased = people.find(({ email }: { email: string }) => email === guests[3]);
      expect(heard('entry.erased')).toEqual([erased.id]);
      expect(heard('entry.joined').toSorted()).toEqual([...HONEST, ...CHEATS].toSorted());
      expect(heard('entry.referred')).toEqual([HONEST[15]]);
      expect(heard('entry.invited').toSorted()).toEqual(guests.toSorted());
      expect(heard('entry.accepted')).toEqual(guests.slice(0, 2));
      for (const request of receiver.received) expect(verify(secret, request)).toEqual(request.event);
    },
    4 * PATIENCE_MS,
  );
});
