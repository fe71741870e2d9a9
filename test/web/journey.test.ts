import { expect, it } from '@jest/globals';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { eventually } from '../support/eventually.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

const OWN_CODE = `function GeneratedWaitlist(props) {
  const h = React.createElement;
  const [outcome, setOutcome] = React.useState('');
  const [seen, setSeen] = React.useState('');
  const submit = event => {
    event.preventDefault();
    const data = new FormData(event.target);
    props.onSubmit({ email: data.get('email'), name: data.get('name') })
      .then(result => setOutcome('joined ' + JSON.stringify(result)))
      .catch(error => setOutcome('refused ' + error.message));
  };
  return h('form', { onSubmit: submit },
    h('img', { src: 'IMAGE', alt: '', onLoad: () => setSeen('image shown') }), h('p', null, seen),
    h('label', null, 'Mail ', h('input', { name: 'email' })),
    h('label', null, 'Who ', h('input', { name: 'name' })),
    h('button', null, 'Go'),
    h('output', null, outcome));
}`;

describeWithChromium('from an API call to a signup', () => {
  const browser = shareChromium();
  const session = shareSession();

  it.each([
    ['phone', { width: 360, height: 740 }],
    ['desktop', { width: 1280, height: 800 }],
  ])(
    'a visitor joins the default page on a %s, gets the email, and the holder reads the signup',
    async (device, viewport) => {
      await session.api.post('/api/v1/waitlists', { name: `Bikes on a ${device}`, slug: `bikes-${device}` });
      const page = await browser.newPage({ viewport });
      const problems: string[] = [];
      page.on('pageerror', error => problems.push(error.message));
      page.on('console', message => message.type() === 'error' && problems.push(message.text()));
      await page.goto(`${session.url}/w/bikes-${device}`);
      const frame = page.frameLocator('#page');
      await frame.getByLabel('Email').fill('ada@example.com');
      await frame.getByLabel('Name').fill('Ada');
      await frame.getByRole('button', { name: 'Join the waitlist' }).click();
      await page.getByRole('heading', { level: 1, name: 'Your place in line 1' }).waitFor();
      const link = await page.getByLabel(/Share your link|friend/).inputValue();

      // A friend who joins through the link is counted.
      const friend = await browser.newPage({ viewport });
      await friend.goto(link);
      const form = friend.frameLocator('#page');
      await form.getByLabel('Email').fill('grace@example.com');
      await form.getByRole('button', { name: 'Join the waitlist' }).click();
      await friend.getByRole('heading', { level: 1, name: 'Your place in line 2' }).waitFor();
      await friend.close();
      expect(problems).toEqual([]);
      await page.close();

      const { body } = await session.api.get(`/api/v1/waitlists/bikes-${device}/entries`);
      expect(body.entries).toMatchObject([
        { email: 'grace@example.com', position: 2, referredBy: body.entries[1].referralCode },
        { email: 'ada@example.com', name: 'Ada', position: 1, referralCount: 1 },
      ]);
      await eventually(async () => {
        const messages = (await session.mail()).filter(({ subject }) =>
          subject.endsWith(`Bikes on a ${device}`),
        );
        expect(messages.map(({ to }) => to).sort()).toEqual(['ada@example.com', 'grace@example.com']);
      });
    },
  );

  it(`custom page code signs visitors up, and gets the reason when it cannot${verifies('page.on-submit-signs-up', 'page.on-submit-resolves', 'page.on-submit-rejects')}`, async () => {
    const image = /href="([^"]+\.svg)"/.exec((await session.visitor.get('/w/bikes-phone')).body)?.[1] ?? '';
    const reactCode = OWN_CODE.replace('IMAGE', session.url + image);
    await session.api.post('/api/v1/waitlists', {
      name: 'Own',
      slug: 'own-code',
      reactCode,
      referralMessage: 'Danke!',
    });
    const page = await browser.newPage();
    await page.goto(`${session.url}/w/own-code`);
    const frame = page.frameLocator('#page');
    await frame.getByText('image shown').waitFor();

    await frame.getByLabel('Mail').fill('nonsense');
    await frame.getByRole('button').click();
    await frame.getByText(/refused .*email/i).waitFor();

    await frame.getByLabel('Mail').fill('ada@example.com');
    await frame.getByLabel('Who').fill('Ada');
    await frame.getByRole('button').click();
    await frame.getByText(/^joined/).waitFor();
    const result = JSON.parse((await frame.locator('output').textContent())?.slice('joined '.length) ?? '');
    expect(result).toEqual({
      position: 1,
      referralCode: expect.any(String),
      referralLink: `${session.url}/w/own-code?ref=${result.referralCode}`,
      message: 'Danke!',
    });

    await frame.getByRole('button').click();
    await frame.getByText(/refused .*already/i).waitFor();
    expect((await session.api.get('/api/v1/waitlists/own-code/entries')).body.total).toBe(1);
    await page.close();
  });
});
