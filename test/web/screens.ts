import type { ApiSession } from '../support/session.ts';

/** Every screen: its path under /dashboard, and the heading or text that shows it has loaded. */
export const SCREENS: readonly (readonly [path: string, shown: string])[] = [
  ['', 'Rocket Bikes'],
  ['/waitlists/{id}', 'Busiest day'],
  ['/waitlists/{id}/page', 'Saved. This is what visitors see.'],
  ['/waitlists/{id}/page?edit=code', 'Saved. This is what visitors see.'],
  ['/waitlists/{id}/share', 'Still missing'],
  ['/waitlists/{id}/signups', 'ada@example.com'],
  ['/waitlists/{id}/invitations', 'Invite the next'],
  ['/waitlists/{plain}/invitations', 'Each gets an email'],
  ['/waitlists/{id}/integrations', 'Test connection'],
  ['/waitlists/{id}/webhooks', 'Tell your own systems'],
  ['/waitlists/{id}/webhooks/{webhook}', 'Retrying'],
  ['/waitlists/{id}/webhooks/{webhook}?delivery={delivery}', 'ada@example.com'],
  ['/waitlists/{id}/settings', 'Places gained per friend'],
  ['/waitlists/{id}/license', 'You set how many places they gain'],
  ['/templates', 'Welcome aboard'],
  ['/templates/{template}', 'Delete this template'],
  ['/templates/new', 'Subject'],
  ['/settings/keys', 'Last used'],
  ['/settings/agents', 'No agents connected'],
  ['/settings/account', 'Sign out everywhere'],
  ['/billing', 'Receipts'],
  ['/nowhere', 'We can’t find this page'],
];

/** What the paths of {@link SCREENS} name in braces. */
export type ScreenIds = Readonly<Record<string, string>>;

export const screenPath = (path: string, ids: ScreenIds): string =>
  `/dashboard${path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? '')}`;

/** Fills an account, so that no screen is empty. */
export async function fillAccount(session: ApiSession): Promise<ScreenIds> {
  const { body } = await session.api.post('/api/v1/waitlists', {
    name: 'Rocket Bikes',
    slug: 'bikes',
    inviteUrl: 'https://rocket.example/welcome',
  });
  const plain = await session.api.post('/api/v1/waitlists', { name: 'Moonshot Tea' });
  // Nobody listens there, so that what is sent to it is tried again.
  const { body: hooked } = await session.api.post('/api/v1/waitlists/bikes/webhooks', {
    url: 'http://127.0.0.1:9/a-webhook-with-a-path-that-is-too-long-for-a-phone',
    events: ['entry.joined', 'entry.invited'],
  });
  const joined = await session.join('bikes', { email: 'ada@example.com', name: 'Ada' });
  await session.join('bikes', { email: 'grace@example.com', referralCode: joined.body.referralCode });
  await session.join('bikes', { email: 'alan@example.com' });
  await session.api.post('/api/v1/waitlists/bikes/invitations', { count: 1 });
  const template = await session.api.post('/api/v1/email-templates', {
    name: 'Welcome aboard',
    subject: 'Number {{position}}',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Hi</title></head><body style="color:#14201b"><h1>Hello from {{waitlistName}}</h1></body></html>',
  });
  const webhook = hooked.webhook.id;
  const sent = await session.api.get(`/api/v1/waitlists/bikes/webhooks/${webhook}/deliveries`);
  const delivery = sent.body.deliveries.at(-1).id;
  return {
    id: body.waitlist.id,
    plain: plain.body.waitlist.id,
    template: template.body.template.id,
    webhook,
    delivery,
  };
}
