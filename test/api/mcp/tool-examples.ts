import type { Operation } from '../../../core/kernel/operation.ts';
import { eventually } from '../../support/eventually.ts';
import { picture } from '../../support/images.ts';
import type { ApiSession } from '../../support/session.ts';

/** Valid and invalid arguments for a tool, and the setup they need. */
export interface ToolExample {
  /** Creates what the call needs, with names that contain `tag`, and returns valid arguments. */
  prepare(session: ApiSession, tag: string): Promise<Record<string, unknown>>;
  /** Invalid arguments, and the field at fault. */
  readonly bad: { readonly args: Record<string, unknown>; readonly field: string };
}

const waitlist = async ({ api }: ApiSession, tag: string): Promise<{ id: string }> =>
  (await api.post('/api/v1/waitlists', { name: tag, slug: tag })).body.waitlist;

const template = async ({ api }: ApiSession, tag: string): Promise<{ id: string }> =>
  (await api.post('/api/v1/email-templates', { name: tag, subject: 'Hello', html: HTML })).body.template;

const HTML =
  '<!doctype html><html lang="en"><head><title>Hello</title></head><body><p>You are number {{position}}.</p></body></html>';

const onWaitlist = async (session: ApiSession, tag: string) => ({ id: (await waitlist(session, tag)).id });
const onTemplate = async (session: ApiSession, tag: string) => ({ id: (await template(session, tag)).id });
const noId = { args: {}, field: 'id' } as const;

/** A waitlist with a referral that is held: both addresses are one mailbox. */
async function referred(session: ApiSession, tag: string): Promise<{ id: string; entryId: string }> {
  const { id } = await waitlist(session, tag);
  const { body } = await session.join(tag, { email: 'ada@example.com' });
  await session.join(tag, { email: 'ada+2@example.com', referralCode: body.referralCode });
  const { entries } = (await session.api.get(`/api/v1/waitlists/${id}/entries`)).body;
  return { id, entryId: entries[0].id };
}

/** A waitlist with a batch of one invitation, and its code. */
async function invited(
  session: ApiSession,
  tag: string,
): Promise<{ id: string; batchId: string; code: string }> {
  const inviteUrl = 'https://rocket.example/';
  const { id } = (await session.api.post('/api/v1/waitlists', { name: tag, slug: tag, inviteUrl })).body
    .waitlist;
  await session.join(tag, { email: `ada@${tag}.example` });
  const { batch } = (await session.api.post(`/api/v1/waitlists/${id}/invitations`, { count: 1 })).body;
  const code = await eventually(async () => {
    const sent = (await session.mail()).find(
      ({ to, text }) => to === `ada@${tag}.example` && text.includes('code='),
    );
    if (!sent) throw new Error('The invitation was not sent');
    return /code=(\S+)/.exec(sent.text)?.[1] ?? '';
  });
  return { id, batchId: batch.id, code };
}

const onBatch = async (session: ApiSession, tag: string) => {
  const { id, batchId } = await invited(session, tag);
  return { id, batchId };
};
const HOOK = { url: 'https://example.com/hook', events: ['entry.joined'] };

async function hooked(session: ApiSession, tag: string): Promise<{ id: string; webhookId: string }> {
  const { id } = await waitlist(session, tag);
  const { body } = await session.api.post(`/api/v1/waitlists/${id}/webhooks`, { ...HOOK });
  return { id, webhookId: body.webhook.id };
}

async function delivered(session: ApiSession, tag: string) {
  const { id, webhookId } = await hooked(session, tag);
  const webhook = `/api/v1/waitlists/${id}/webhooks/${webhookId}`;
  const deliveryId = (await session.api.post(`${webhook}/test`, {})).body.delivery.id;
  // Its first attempt, which fails, is over: two deliveries of two calls look the same.
  await eventually(async () => {
    const { body } = await session.api.get(`${webhook}/deliveries`);
    if (body.deliveries[0].attempts === 0) throw new Error('Not attempted yet');
  });
  return { id, webhookId, deliveryId };
}

const onSender = async (session: ApiSession, tag: string) => {
  const { body } = await session.api.post('/api/v1/senders', { email: `hello@${tag}.test`, name: tag });
  return { senderId: body.sender.id };
};

const TEXT = { subject: 'We launch', body: 'Hi {{name}}, come and *look*.' };

async function announced(session: ApiSession, tag: string): Promise<{ id: string; announcementId: string }> {
  const { id } = await waitlist(session, tag);
  const { body } = await session.api.post(`/api/v1/waitlists/${id}/announcements`, { ...TEXT });
  return { id, announcementId: body.announcement.id };
}

/** Members whose value in the API description works nowhere: the code of an invitation, and where a database is. */
const ONLY_IN_THIS_RUN = ['code', 'connectionString'];

/** A body of the API description, with the values that only this run knows. */
export const bodyOfThisRun = (example: object, prepared: Record<string, unknown>): object => ({
  ...example,
  ...Object.fromEntries(
    ONLY_IN_THIS_RUN.filter(member => member in example).map(member => [member, prepared[member]]),
  ),
});

/** Those of tools that take more than the id of a waitlist. */
export const toolExamples: Readonly<Record<string, ToolExample | undefined>> = {
  get_account: { prepare: async () => ({}), bad: { args: {}, field: '' } },
  list_waitlists: { prepare: async () => ({}), bad: { args: {}, field: '' } },
  create_waitlist: {
    prepare: async (_, tag) => ({ name: tag, slug: tag, seoTitle: 'Soon' }),
    bad: { args: { name: '', slug: 'UPPER' }, field: 'slug' },
  },
  get_waitlist: {
    prepare: async (session, tag) => ({ ...(await onWaitlist(session, tag)), includeCode: true }),
    bad: noId,
  },
  update_waitlist: {
    prepare: async (session, tag) => ({ id: tag, name: `New ${(await waitlist(session, tag)).id}` }),
    bad: { args: { id: 'x', reactCode: 'import x' }, field: 'reactCode' },
  },
  list_entries: {
    async prepare(session, tag) {
      const { id } = await waitlist(session, tag);
      for (const name of ['ada', 'bob']) await session.join(tag, { email: `${name}@example.com`, name });
      return { id, limit: 1, offset: 1 };
    },
    bad: { args: { id: 'x', limit: 201 }, field: 'limit' },
  },
  add_entries: {
    prepare: async (session, tag) => ({
      ...(await onWaitlist(session, tag)),
      people: [{ email: 'ada@example.com', name: 'Ada' }, { email: 'nobody' }],
    }),
    bad: { args: { id: 'x', people: [] }, field: 'people' },
  },
  update_entry: {
    prepare: async (session, tag) => ({ ...(await referred(session, tag)), name: 'Ada' }),
    bad: { args: { id: 'x', entryId: 'x', name: 7 }, field: 'name' },
  },
  export_entries: {
    prepare: async (session, tag) => ({ ...(await onWaitlist(session, tag)), status: 'waiting' }),
    bad: { args: { id: 'x', status: 'gone' }, field: 'status' },
  },
  get_entry: { prepare: referred, bad: { args: { id: 'x' }, field: 'entryId' } },
  erase_entry: { prepare: referred, bad: { args: { id: 'x' }, field: 'entryId' } },
  list_referrals: {
    prepare: async (session, tag) => ({ id: (await referred(session, tag)).id, state: 'held' }),
    bad: { args: { id: 'x', state: 'lost' }, field: 'state' },
  },
  settle_referral: {
    prepare: async (session, tag) => ({ ...(await referred(session, tag)), state: 'credited' }),
    bad: { args: { id: 'x', entryId: 'x', state: 'held' }, field: 'state' },
  },
  get_statistics: {
    prepare: async (session, tag) => ({ ...(await onWaitlist(session, tag)), days: 3 }),
    bad: { args: { id: 'x', days: 0 }, field: 'days' },
  },
  invite_entries: {
    prepare: async (session, tag) => ({ id: (await invited(session, tag)).id, count: 1, dryRun: true }),
    bad: { args: { id: 'x', count: 1, entryIds: [] }, field: 'entryIds' },
  },
  list_invitations: {
    prepare: async (session, tag) => ({ id: (await invited(session, tag)).id }),
    bad: noId,
  },
  get_invitation: { prepare: onBatch, bad: { args: { id: 'x' }, field: 'batchId' } },
  withdraw_invitations: { prepare: onBatch, bad: { args: { id: 'x' }, field: 'batchId' } },
  redeem_invitation: {
    prepare: async (session, tag) => ({ code: (await invited(session, tag)).code }),
    bad: { args: { code: '' }, field: 'code' },
  },
  list_announcements: {
    prepare: async (session, tag) => ({ id: (await announced(session, tag)).id, limit: 1 }),
    bad: { args: { id: 'x', limit: 201 }, field: 'limit' },
  },
  create_announcement: {
    prepare: async (session, tag) => ({ ...(await onWaitlist(session, tag)), ...TEXT }),
    bad: { args: { id: 'x', ...TEXT, subject: '' }, field: 'subject' },
  },
  get_announcement: { prepare: announced, bad: { args: { id: 'x' }, field: 'announcementId' } },
  update_announcement: {
    prepare: async (session, tag) => ({ ...(await announced(session, tag)), subject: 'Later' }),
    bad: { args: { id: 'x', announcementId: 'x', sendAt: 'soon' }, field: 'sendAt' },
  },
  delete_announcement: { prepare: announced, bad: { args: { id: 'x' }, field: 'announcementId' } },
  send_announcement: {
    prepare: async (session, tag) => ({ ...(await announced(session, tag)), dryRun: true }),
    bad: { args: { id: 'x', announcementId: 'x', dryRun: 'yes' }, field: 'dryRun' },
  },
  test_announcement: { prepare: announced, bad: { args: { id: 'x' }, field: 'announcementId' } },
  create_webhook: {
    prepare: async (session, tag) => ({ ...(await onWaitlist(session, tag)), ...HOOK }),
    bad: { args: { id: 'x', ...HOOK, url: 'http://10.0.0.1/' }, field: 'url' },
  },
  update_webhook: {
    prepare: async (session, tag) => ({ ...(await hooked(session, tag)), state: 'disabled' }),
    bad: { args: { id: 'x', webhookId: 'x', events: [] }, field: 'events' },
  },
  delete_webhook: { prepare: hooked, bad: noId },
  test_webhook: { prepare: hooked, bad: noId },
  rotate_webhook_secret: { prepare: hooked, bad: noId },
  list_webhook_deliveries: {
    prepare: hooked,
    bad: { args: { id: 'x', webhookId: 'x', state: 'lost' }, field: 'state' },
  },
  replay_webhook_delivery: { prepare: delivered, bad: noId },
  set_turnstile: {
    prepare: async (session, tag) => ({
      ...(await onWaitlist(session, tag)),
      siteKey: '1x00000000000000000000AA',
      secretKey: '1x0000000000000000000000000000000AA',
    }),
    bad: { args: { id: 'x', siteKey: 'has blanks inside' }, field: 'siteKey' },
  },
  get_domain: {
    prepare: async (session, tag) => ({ ...(await onWaitlist(session, tag)), check: 'candidate.test' }),
    bad: { args: { id: 'x', check: 'co.uk' }, field: 'check' },
  },
  connect_domain: {
    prepare: async (session, tag) => ({ ...(await onWaitlist(session, tag)), domain: `${tag}.test` }),
    bad: { args: { id: 'x', domain: 'co.uk' }, field: 'domain' },
  },
  connect_database: {
    prepare: async (session, tag) => ({
      ...(await onWaitlist(session, tag)),
      dbType: 'postgres',
      connectionString: session.databaseUrl,
      testOnly: true,
    }),
    bad: { args: { id: 'x', dbType: 'oracle', connectionString: 'x' }, field: 'dbType' },
  },
  list_email_templates: { prepare: async () => ({}), bad: { args: {}, field: '' } },
  create_email_template: {
    prepare: async (session, tag) => ({
      name: tag,
      subject: 'Hello {{waitlistName}}',
      html: HTML,
      waitlistIds: [(await waitlist(session, tag)).id],
    }),
    bad: { args: { name: 'x', subject: 'a {{nothing}}', html: HTML }, field: 'subject' },
  },
  get_email_template: { prepare: onTemplate, bad: noId },
  update_email_template: {
    prepare: async (session, tag) => ({ ...(await onTemplate(session, tag)), subject: 'Other' }),
    bad: { args: { id: '6f1c9a52-8f5c-4d7a-9d0e-2f8a1b0c3d4e', html: '<p>' }, field: 'html' },
  },
  delete_email_template: { prepare: onTemplate, bad: noId },
  list_senders: { prepare: async () => ({}), bad: { args: {}, field: '' } },
  create_sender: {
    prepare: async (_session, tag) => ({ email: `hello@${tag}.test`, name: tag }),
    bad: { args: { email: 'hello@co.uk', name: 'x' }, field: 'email' },
  },
  get_sender: { prepare: onSender, bad: { args: {}, field: 'senderId' } },
  delete_sender: { prepare: onSender, bad: { args: {}, field: 'senderId' } },
  upload_asset: {
    prepare: async () => ({ data: picture('small.gif').toString('base64'), contentType: 'image/gif' }),
    bad: { args: { data: 'AAAA', contentType: 'image/gif' }, field: 'data' },
  },
};

/** @throws {Error} for a tool that needs one and has none */
export function exampleOf({ name, path, input }: Pick<Operation, 'name' | 'path' | 'input'>): ToolExample {
  const example = toolExamples[name];
  if (example) return example;
  const takesIdOnly = path.includes('/waitlists/{id}') && Object.keys(input.shape).join() === 'id';
  if (takesIdOnly) return { prepare: onWaitlist, bad: noId };
  throw new Error(`Add an example for ${name} to test/api/mcp/tool-examples.ts`);
}
