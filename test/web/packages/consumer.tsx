import { Anteroom, AnteroomError, type Entry, type WebhookEvent, webhooks } from '@anteroom/client';
import { type JoinedEvent, useWaitlist, Waitlist } from '@anteroom/react';

// A program that must compile under `strict`, and whose mistakes must not.

const anteroom = new Anteroom({ apiKey: 'ar_live_1', baseUrl: 'https://anteroom.example' });
// @ts-expect-error: the address is required
new Anteroom({ apiKey: 'ar_live_1' });

export async function call(): Promise<readonly Entry[]> {
  const { waitlist } = await anteroom.waitlists.create({ name: 'Rockets', design: { template: 'minimal' } });
  const id: string = waitlist.id;
  // @ts-expect-error: there is no such template
  await anteroom.waitlists.create({ name: 'Rockets', design: { template: 'spaceship' } });
  // @ts-expect-error: the input is required
  await anteroom.waitlists.create();
  await anteroom.waitlists.list();
  await anteroom.waitlists.delete(id, {}, { signal: AbortSignal.timeout(1_000) });
  // @ts-expect-error: it takes no input
  await anteroom.waitlists.delete(id, { force: true });
  await anteroom.entries.invite(id, { count: 5, dryRun: true });
  await anteroom.assets.upload({ file: new Blob([]) });
  const joined = await anteroom.public.joinWaitlist('rockets', { email: 'ada@example.com' });
  if ('position' in joined) joined.position.toFixed();
  const entries: Entry[] = [];
  for await (const entry of anteroom.entries.all(id, { status: 'waiting', answers: { team: true } })) {
    entries.push(entry);
    // @ts-expect-error: an entry has no such member
    entry.phone;
  }
  // @ts-expect-error: where a page starts is not a filter
  anteroom.entries.all(id, { after: 'x' });
  return entries;
}

export async function receive(body: string, request: Request): Promise<string> {
  const event: WebhookEvent = await webhooks.verify(body, request.headers, 'whsec_1');
  await anteroom.webhooks.verify(new Uint8Array(), { 'webhook-id': ['1'] }, 'whsec_1');
  return event.type === 'entry.joined' ? event.data.entry.email : event.type;
}

export function explain(error: unknown): string {
  if (!(error instanceof AnteroomError)) return '';
  // @ts-expect-error: there is no such code
  if (error.code === 'no_such_code') return '';
  return error.code === 'invitation_expired' ? 'late' : `${error.status} ${error.details[0]?.path}`;
}

export function Page() {
  const { status, place, join } = useWaitlist({ slug: 'rockets', baseUrl: 'https://anteroom.example' });
  const listen = (event: JoinedEvent) => event.position.toFixed();
  return (
    <main data-status={status}>
      <button type="button" onClick={() => join({ email: 'ada@example.com' })}>
        Join
      </button>
      {place?.ahead?.toFixed()}
      <Waitlist
        slug="rockets"
        baseUrl="https://anteroom.example"
        onJoined={listen}
        onError={({ code }) => code.trim()}
      >
        Loading
      </Waitlist>
      {/* @ts-expect-error: the slug is required */}
      <Waitlist baseUrl="https://anteroom.example" />
    </main>
  );
}
