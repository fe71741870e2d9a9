import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { TEMPLATES } from '../../core/page-code/design.ts';
import { describeIfFound } from '../support/describe-if-found.ts';
import { eventually } from '../support/eventually.ts';
import { findFirefox, findWebKit, openFirefox, openWebKit, type Person } from '../support/other-browsers.ts';
import { type ApiSession, openSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

const BROWSERS = [
  { name: 'Firefox', program: 'Firefox', found: findFirefox() !== null, open: openFirefox },
  {
    name: 'WebKit',
    program: 'WebKit with WebKitWebDriver and xvfb-run',
    found: findWebKit() !== null,
    open: openWebKit,
  },
];

/** One journey through the product, once in each browser that Playwright cannot drive. */
for (const { name, program, found, open } of BROWSERS) {
  describeIfFound(found, { name, program }, () => {
    let session: ApiSession;
    let site: Server;
    let person: Person;
    beforeAll(async () => {
      [session, person] = await Promise.all([openSession(), open()]);
      site = createServer((_request, response) => {
        response
          .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
          .end(
            `<!doctype html><title>Rockets</title><anteroom-waitlist slug="embedded"></anteroom-waitlist><script src="${session.url}/embed.js" async></script>`,
          );
      });
      await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve));
    });
    afterAll(async () => {
      await person?.close();
      site?.close();
      await session?.close();
    });

    const create = (slug: string, more: Record<string, unknown> = {}) =>
      session.api.post('/api/v1/waitlists', { name: slug, slug, ...more });

    /** The link in the newest email to somebody that leads to a path. */
    const linkTo = (to: string, path: RegExp): Promise<string> =>
      eventually(async () => {
        const links = (await session.mail())
          .filter(message => message.to === to)
          .flatMap(
            ({ text, headers }) => `${text} ${headers['List-Unsubscribe']}`.match(/https?:[^\s<>]+/g) ?? [],
          );
        const link = links.find(each => path.test(new URL(each).pathname));
        if (!link) throw new Error(`No email to ${to} has such a link`);
        return link;
      });

    it.each(TEMPLATES)(
      `joins %s, and shows the place again after coming back${verifies('page.other-browsers')}`,
      async template => {
        const slug = `look-${template}`;
        await create(slug, { design: { template, buttonLabel: 'Count me in' } });
        await person.open(`${session.url}/w/${slug}`);
        await person.fill('Email', 'ada@example.com', 'frame');
        await person.press('Count me in', 'frame');
        await person.see('Your place in line');
        await person.open(`${session.url}/w/${slug}`);
        await person.see('Your place in line');
        const { body } = await session.api.get(`/api/v1/waitlists/${slug}/entries`);
        expect(body.entries).toMatchObject([{ email: 'ada@example.com', position: 1 }]);
      },
    );

    it(`confirms an address${verifies('page.other-browsers')}`, async () => {
      await create('confirmed', { confirmation: 'required', design: { buttonLabel: 'Count me in' } });
      await person.open(`${session.url}/w/confirmed`);
      await person.fill('Email', 'confirm@example.com', 'frame');
      await person.press('Count me in', 'frame');
      await person.see('Check your email', 'frame');
      await person.open(await linkTo('confirm@example.com', /^\/c\//));
      await person.press('Confirm my email');
      await person.see('Your place in line');
    });

    it(`stops email from its link${verifies('page.other-browsers')}`, async () => {
      await create('stopped', { inviteUrl: 'https://app.example/welcome' });
      await session.join('stopped', { email: 'stop@example.com' });
      await session.api.post('/api/v1/waitlists/stopped/invitations', { count: 1 });
      await person.open(await linkTo('stop@example.com', /^\/u\//));
      await person.press('Stop emails');
      await person.see('You won’t get email from “stopped” anymore');
    });

    it(`joins from another site${verifies('page.other-browsers')}`, async () => {
      const origin = `http://localhost:${(site.address() as AddressInfo).port}`;
      await create('embedded', { allowedOrigins: [origin], design: { buttonLabel: 'Count me in' } });
      await person.open(origin);
      await person.fill('Email', 'embed@example.com');
      await person.press('Count me in');
      await person.see('Your place');
      const { body } = await session.api.get('/api/v1/waitlists/embedded/entries');
      expect(body.entries).toMatchObject([{ email: 'embed@example.com' }]);
    });

    it(`walks through the dashboard${verifies('page.other-browsers')}`, async () => {
      await create('walked');
      await session.join('walked', { email: 'walker@example.com' });
      await person.open(`${session.url}/sign-in?return_to=/dashboard/waitlists/walked`);
      await person.fill('Email', session.email);
      await person.press('Email me a code');
      const code = await eventually(async () => {
        const message = (await session.mail()).find(({ to }) => to === session.email);
        return /\b(\d{6})\b/.exec(message?.text ?? '')?.[1] ?? Promise.reject(new Error('No code yet'));
      });
      await person.fill('Code', code);
      // The sixth digit sends the code.
      await person.see('Conversion');
      for (const [tab, text] of [
        ['Page', 'Template'],
        ['Share', 'Your sites'],
        ['Signups', 'walker@example.com'],
        ['Invitations', 'Invite'],
        ['Integrations', 'Webhooks'],
        ['Settings', 'Name'],
      ] as const) {
        await person.press(tab);
        await person.see(text);
      }
      await person.fill('Name', 'Walked');
      await person.press('Save changes');
      await eventually(async () => {
        const { body } = await session.api.get('/api/v1/waitlists/walked');
        expect(body.waitlist.name).toBe('Walked');
      });
    });
  });
}
