import { writeStartEmail } from '../../core/email-templates/start-email.ts';
import { emails } from '../../core/languages/texts/en/emails.ts';
import type { ApiSession } from '../support/session.ts';

/** Every screen: its path under /dashboard, and the heading or text that shows it has loaded. */
export const SCREENS: readonly (readonly [path: string, shown: string])[] = [
  ['', 'Rocket Bikes'],
  ['/waitlists/{id}', 'Busiest hour'],
  ['/waitlists/{id}/page', 'Saved.'],
  ['/waitlists/{id}/page?edit=code', 'Saved.'],
  ['/waitlists/{id}/share', 'Still missing'],
  ['/waitlists/{id}/signups', 'ada@example.com'],
  ['/waitlists/{id}/invitations', 'Next run:'],
  ['/waitlists/{plain}/invitations', 'Each gets an email'],
  ['/waitlists/{id}/announcements', 'We launch on Friday'],
  ['/waitlists/{plain}/announcements', 'Write to your list'],
  ['/waitlists/{id}/announcements/new', 'Everybody on the list'],
  ['/waitlists/{id}/announcements/{draft}', 'Those who meet all of this'],
  // Also once a test made it a draft.
  ['/waitlists/{id}/announcements/{scheduled}', 'Filled with sample values'],
  ['/waitlists/{id}/integrations', '1 webhook'],
  ['/waitlists/{id}/integrations/domain', 'Connect domain'],
  ['/waitlists/{id}/integrations/email', 'Customize this email'],
  ['/waitlists/{id}/integrations/bots', 'Save keys'],
  ['/waitlists/{id}/integrations/database', 'Test connection'],
  ['/waitlists/{id}/webhooks', 'Tell your own systems'],
  ['/waitlists/{id}/webhooks/{webhook}', 'Retrying'],
  ['/waitlists/{id}/webhooks/{webhook}?delivery={delivery}', 'ada@example.com'],
  ['/waitlists/{id}/settings', 'Places gained per friend'],
  ['/waitlists/{id}/license', 'You set how many places they gain'],
  ['/templates', 'Welcome aboard'],
  ['/templates/{template}', 'Delete this template'],
  ['/templates/new', 'Subject'],
  ['/templates/{invitation}', 'Invitation link'],
  ['/templates/new?kind=confirm_address&language=ja', 'Link to confirm'],
  ['/senders', 'Takes bounces (MAIL FROM)'],
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
  await session.api.patch('/api/v1/waitlists/bikes', {
    invitationPlan: {
      count: 50,
      days: ['mon', 'thu'],
      time: '09:00',
      timezone: 'America/Argentina/Buenos_Aires',
      remindAfterDays: 7,
      maxOpen: 500,
    },
  });
  const announce = (more: object) =>
    session.api.post('/api/v1/waitlists/bikes/announcements', { body: 'Hi {{name|friend}}', ...more });
  const draft = await announce({ subject: 'A draft', audience: { minReferrals: 1, source: 'direct' } });
  const scheduled = await announce({
    subject: 'We launch on Friday',
    sendAt: new Date(Date.now() + 3600_000).toISOString(),
  });
  const template = await session.api.post('/api/v1/email-templates', {
    name: 'Welcome aboard',
    subject: 'Number {{position}}',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Hi</title></head><body style="color:#14201b"><h1>Hello from {{waitlistName}}</h1></body></html>',
  });
  const invitation = await session.api.post('/api/v1/email-templates', {
    name: 'Come in',
    kind: 'invitation',
    language: 'de',
    ...writeStartEmail(
      'invitation',
      { design: {}, referralEnabled: false, referralBoost: 1 },
      { language: 'en', texts: emails },
    ),
    waitlistIds: ['bikes'],
  });
  // It stays without its records.
  await session.api.post('/api/v1/senders', { email: 'hello@mail.acme.com', name: 'Rocket Bikes' });
  const webhook = hooked.webhook.id;
  const sent = await session.api.get(`/api/v1/waitlists/bikes/webhooks/${webhook}/deliveries`);
  const delivery = sent.body.deliveries.at(-1).id;
  return {
    id: body.waitlist.id,
    plain: plain.body.waitlist.id,
    draft: draft.body.announcement.id,
    scheduled: scheduled.body.announcement.id,
    template: template.body.template.id,
    invitation: invitation.body.template.id,
    webhook,
    delivery,
  };
}
