import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Agent, connectAgent, type SeenTool } from '../../support/agent.ts';
import { eventually } from '../../support/eventually.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';
import { startReceiver } from '../webhooks/receiver.ts';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws {Error} unless the schema says that the value can be sent */
function expectInSchema({ properties = {}, required = [], items = {}, ...schema }: Schema, value: unknown) {
  if (schema.enum && !schema.enum.includes(value)) throw new Error(`The schema does not list ${value}`);
  if (Array.isArray(value)) for (const item of value) expectInSchema(items, item);
  if (!isRecord(value)) return;
  for (const name of required)
    if (!Object.hasOwn(value, name)) throw new Error(`The schema requires ${name}`);
  for (const [name, member] of Object.entries(value)) {
    if (!properties[name]) throw new Error(`The schema has no ${name}`);
    expectInSchema(properties[name], member);
  }
}

/** The schema, or that of the tool which it names instead of its members. */
function described(tools: readonly SeenTool[], schema: Schema, member: string): Schema {
  const [, reader] = /^As (\w+) returns it$/.exec(schema.description ?? '') ?? [];
  if (reader === undefined) return schema;
  const found = tools.find(({ name }) => name === reader)?.outputSchema as Schema | undefined;
  return found?.properties?.[member] ?? schema;
}

/** The member at a path like `entries.0.position`. @throws {Error} if the schema does not have it */
function readMember(tools: readonly SeenTool[], schema: Schema, output: unknown, path: string): unknown {
  let [at, value]: [Schema | undefined, unknown] = [schema, output];
  for (const step of path.split('.')) {
    at = Array.isArray(value) ? at.items : at.properties?.[step];
    if (!at) throw new Error(`The schema has no ${path}`);
    at = described(tools, at, step);
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

/** Every `id`, `webhookId`, or member of `entryIds` in the arguments. */
const idsIn = (args: Record<string, unknown>): unknown[] =>
  Object.entries(args).flatMap(([name, value]) => (/^id$|Ids?$/.test(name) ? value : []));

type Read = (path: string) => unknown;

/** An agent that knows the words of its task, the descriptions of the tools, and their answers, and never guesses. */
function withoutGuesses(agent: Agent, tools: readonly SeenTool[], words: string) {
  let known = words;
  /** @throws {Error} for a step that would be a guess, or fails */
  return async (name: string, args: Record<string, unknown>): Promise<Read> => {
    const tool = tools.find(listed => listed.name === name);
    if (!tool) throw new Error(`There is no ${name}`);
    expectInSchema(tool.inputSchema, args);
    for (const id of idsIn(args))
      if (!known.includes(String(id))) throw new Error(`Neither the task nor an answer has the id ${id}`);
    const answer = await agent.call(name, args);
    if (!answer.ok) throw new Error(`${name} failed: ${JSON.stringify(answer.error)}`);
    known += JSON.stringify(answer.output);
    return path => readMember(tools, tool.outputSchema ?? {}, answer.output, path);
  };
}

const PAGE = `function GeneratedWaitlist(props) {
  const h = React.createElement;
  return h('form', { onSubmit: () => props.onSubmit({ email: 'a@b.example' }) }, h('h1', null, 'Soon'));
}`;

describe('with nothing but the descriptions of the tools, an agent', () => {
  const session = shareSession();
  let agent: Agent;
  let tools: readonly SeenTool[];
  beforeAll(async () => {
    agent = await connectAgent(session.url, { authorization: `Bearer ${session.key}` });
    tools = await agent.listTools();
  });
  afterAll(async () => {
    await agent.close();
  });
  beforeEach(() => session.sql('TRUNCATE rate_windows'));

  const asked = (words: string) => withoutGuesses(agent, tools, words);
  const newList = async (slug: string, people: readonly string[] = [], texts: object = {}) => {
    const { status } = await session.api.post('/api/v1/waitlists', { name: slug, slug, ...texts });
    expect(status).toBe(201);
    for (const person of people) await session.join(slug, { email: `${person}@example.com`, name: person });
  };

  it(`creates a waitlist with a countdown in the color of the brand${verifies('agents.no-guesses')}`, async () => {
    const launchAt = new Date(Date.now() + 30 * 24 * 3600_000).toISOString();
    const call = asked(`Create a waitlist for Rocket Bikes with a countdown to ${launchAt}. We are #ff5500.`);
    const design = { template: 'countdown', brandColor: '#ff5500', launchAt };
    const created = await call('create_waitlist', { name: 'Rocket Bikes', design });
    expect([created('waitlist.design.template'), created('waitlist.design.brandColor')]).toEqual([
      'countdown',
      '#ff5500',
    ]);
    expect((await fetch(String(created('waitlist.url')))).status).toBe(200);
  });

  it(`changes the headline in page code${verifies('agents.no-guesses')}`, async () => {
    await newList('own-page', [], { reactCode: PAGE });
    const call = asked('The page of own-page has its own code. Change the headline to "Almost there".');
    const got = await call('get_waitlist', { id: 'own-page', includeCode: true });
    const reactCode = String(got('waitlist.reactCode')).replace("'Soon'", "'Almost there'");
    const updated = await call('update_waitlist', { id: got('waitlist.id'), reactCode });
    expect([updated('waitlist.design.template'), updated('warnings') ?? []]).toEqual(['custom', []]);
    const { body } = await session.api.get('/api/v1/waitlists/own-page');
    expect(body.waitlist.reactCode).toBe(PAGE.replace('Soon', 'Almost there'));
  });

  it(`finds a person by email, and their place${verifies('agents.no-guesses')}`, async () => {
    await newList('places', ['ada', 'bob', 'cy']);
    const call = asked('Which place does Bob@example.com have on places?');
    const found = await call('list_entries', { id: 'places', email: 'Bob@example.com' });
    expect([found('total'), found('entries.0.name'), found('entries.0.position')]).toEqual([1, 'bob', 2]);
  });

  it(`invites the next two, after a dry run${verifies('agents.no-guesses')}`, async () => {
    await newList('bikes', ['ada', 'bob', 'cy']);
    const call = asked('Invite the next two people of bikes to https://bikes.example/in. Try it first.');
    await call('update_waitlist', { id: 'bikes', inviteUrl: 'https://bikes.example/in' });
    const tried = await call('invite_entries', { id: 'bikes', count: 2, dryRun: true });
    expect(tried('batch.invited')).toBe(2);
    const untouched = await call('list_entries', { id: 'bikes', status: 'invited' });
    expect(untouched('total')).toBe(0);
    const invited = await call('invite_entries', { id: 'bikes', count: 2 });
    const batch = await call('get_invitation', { id: 'bikes', batchId: invited('batch.id') });
    expect([batch('batch.invited'), batch('batch.skipped')]).toEqual([2, []]);
    const now = await call('list_entries', { id: 'bikes', status: 'invited', sort: 'position' });
    expect([now('total'), now('entries.0.name'), now('entries.1.name')]).toEqual([2, 'ada', 'bob']);
  });

  it(`creates a webhook, tests it, and reads its deliveries${verifies('agents.no-guesses')}`, async () => {
    await newList('hooks');
    const receiver = await startReceiver();
    const call = asked(`Send new signups of hooks to ${receiver.url}, and check that it works.`);
    const hook = { id: 'hooks', url: receiver.url, events: ['entry.joined'] };
    const webhookId = (await call('create_webhook', hook))('webhook.id');
    const deliveryId = (await call('test_webhook', { id: 'hooks', webhookId }))('delivery.id');
    await eventually(async () => {
      const log = await call('list_webhook_deliveries', { id: 'hooks', webhookId });
      expect([log('deliveries.0.id'), log('deliveries.0.state'), log('deliveries.0.responseStatus')]).toEqual(
        [deliveryId, 'delivered', 204],
      );
    });
    expect(receiver.ofType('webhook.test')).toHaveLength(1);
    await receiver.stop();
  });

  it.each<[string, string, Record<string, unknown>, string]>([
    ['a tool that is not listed', 'rename_waitlist', {}, 'There is no rename_waitlist'],
    ['an argument that is not listed', 'create_waitlist', { name: 'x', title: 'y' }, 'has no title'],
    ['a member that is not listed', 'create_waitlist', { name: 'x', design: { hue: 1 } }, 'has no hue'],
    ['no required argument', 'create_waitlist', {}, 'requires name'],
    ['a value that is not listed', 'list_entries', { id: 'known', sort: 'name' }, 'does not list name'],
    ['one in a list', 'create_webhook', { id: 'known', url: '', events: ['all'] }, 'does not list all'],
    ['an unknown id', 'get_waitlist', { id: 'guessed' }, 'has the id guessed'],
    ['an id of another kind', 'test_webhook', { id: 'known', webhookId: 'w1' }, 'has the id w1'],
  ])('would guess with %s', async (_what, tool, args, message) => {
    await expect(asked('Look at known.')(tool, args)).rejects.toThrow(message);
  });

  it('would guess with a member of an answer that is not listed', async () => {
    const account = await asked('Who am I?')('get_account', {});
    expect(account('account.email')).toBe(session.email);
    expect(() => account('account.emails')).toThrow('has no account.emails');
  });
});
