import { expect } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import type { ApiSession } from '../../support/session.ts';

export const INVITE_URL = 'https://rocket.example/welcome?plan=early';

let lists = 0;

/** A waitlist where invited people go to {@link INVITE_URL}, with these people. */
export async function newList(
  session: ApiSession,
  names: readonly string[],
  { api = session.api, inviteUrl = INVITE_URL }: { api?: ApiClient; inviteUrl?: string | null } = {},
) {
  const slug = `invitations-${++lists}`;
  const created = await api.post('/api/v1/waitlists', { name: 'Rocket Bikes', slug, inviteUrl });
  expect(created.status).toBe(201);
  const { id } = created.body.waitlist;
  const path = `/api/v1/waitlists/${id}`;
  const statusUrls = new Map<string, string>();
  for (const name of names) {
    const { status, body } = await session.join(slug, { email: addressOf(name, slug), name });
    expect(status).toBe(201);
    statusUrls.set(name, body.statusUrl);
  }

  const people = async (query = 'sort=position&limit=200'): Promise<{ entries: Person[]; total: number }> =>
    (await api.get(`${path}/entries?${query}`)).body;

  /** The links in the emails with invitations that people got, newest first. */
  const links = async (name: string): Promise<string[]> =>
    (await session.mail())
      .filter(({ to, subject }) => to === addressOf(name, slug) && subject.startsWith('You’re in'))
      .map(({ text }) => /https:\/\/rocket\.example\S*code=\S+/.exec(text)?.[0] ?? 'no link');

  return {
    id,
    slug,
    path,
    statusUrls,
    people,
    links,
    invite: (body: Record<string, unknown>) => api.post(`${path}/invitations`, body),
    withdraw: (batchId: string) => api.delete(`${path}/invitations/${batchId}`),
    batch: async (batchId: string) => (await api.get(`${path}/invitations/${batchId}`)).body.batch,
    idOf: async (name: string) =>
      (await people()).entries.find(person => person.name === name)?.id ?? `nobody is ${name}`,
    /** Each person's name and status, by place. */
    statuses: async () => (await people()).entries.map(({ name, status }) => `${name} ${status}`),
    /** The code that a person was mailed, once they were. */
    code: (name: string): Promise<string> =>
      eventually(async () => {
        const [link = ''] = await links(name);
        const code = link === '' ? null : new URL(link).searchParams.get('code');
        expect(code).not.toBeNull();
        return code ?? '';
      }),
  };
}

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly position: number;
  readonly status: string;
}

export const addressOf = (name: string, slug: string): string => `${name.toLowerCase()}@${slug}.example`;

export const redeem = (api: ApiClient, code: string) => api.post('/api/v1/invitations/redeem', { code });

/** Adds people to a waitlist in one statement. */
export const addPeople = (session: ApiSession, waitlistId: string, people: number) =>
  session.sql(
    `WITH added AS (
       INSERT INTO entries (waitlist_id, seq, id, email_digest, referral_code, created_at)
       SELECT $1::uuid, n, gen_random_uuid(), sha256(($1::uuid::text || n)::bytea), 'x' || n, now() FROM generate_series(1, $2::integer) n
       RETURNING seq
     )
     INSERT INTO contacts (waitlist_id, seq, email, mailed) SELECT $1::uuid, seq, seq || '@many.example', true FROM added`,
    [waitlistId, people],
  );

let wakers = 0;

/** Wakes the worker: somebody joins another waitlist. */
export async function wakeWorker(session: ApiSession): Promise<void> {
  const slug = `waker-${++wakers}`;
  await session.api.post('/api/v1/waitlists', { name: 'Waker', slug });
  await session.join(slug, { email: `eli@${slug}.example` });
}
