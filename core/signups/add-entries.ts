import * as z from 'zod';
import { completeEntry } from '../entries/complete-contacts.ts';
import { toEntry } from '../entries/entry.ts';
import type { ListedEntry } from '../entries/entry-store.ts';
import { Entry } from '../entries/schemas.ts';
import { linkToken } from '../identity/link-token.ts';
import { type Creating, EFFECT } from '../kernel/operation.ts';
import { referralLink, statusUrl } from '../kernel/site.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { addPeople } from './add-people.ts';
import { AnyPerson, type PersonToAdd, readPerson } from './read-person.ts';
import type { AdditionServices } from './services.ts';

/** The most people of one call. */
const MOST = 500;

export const addEntries = defineWaitlistOperation({
  name: 'add_entries',
  group: 'entries',
  title: 'Add people',
  summary: 'Add people from your own backend, or import them',
  description:
    'Adds people at the end of the queue, in the order sent, without bot check or limits per address. A person with wrong data is refused with a reason; the others are added. already_joined: nothing changes. pending: we emailed a link to confirm the address. Email only people who agreed to it.',
  method: 'POST',
  path: '/api/v1/waitlists/{id}/entries',
  scope: 'entries:write',
  effect: EFFECT.create,
  namesPeople: true,
  errors: ['external_database_unavailable'],
  example: { people: [{ email: 'ada@example.com', name: 'Ada Lovelace' }], notify: true },
  exampleAnswer: {},
  input: () =>
    z.object({
      id: WaitlistId,
      people: z.array(AnyPerson()).min(1).max(MOST),
      confirmation: z.enum(['none', 'required']).optional().meta({ description: "Default: the waitlist's" }),
      notify: z.boolean().default(false).meta({ description: 'Send the confirmation email' }),
    }),
  output: () =>
    z.object({
      results: z.array(
        z.object({
          email: z.string().nullable(),
          outcome: z.enum(['added', 'pending', 'already_joined', 'refused']),
          entry: Entry().nullable(),
          referralLink: z.string().nullable(),
          statusUrl: z.string().nullable(),
          reason: z.string().nullable(),
        }),
      ),
    }),
  async run(
    context: Creating<WaitlistContext<AdditionServices>>,
    { people: sent, confirmation = context.waitlist.confirmation, notify },
  ) {
    const people = sent.map(person => readPerson(context.waitlist, person));
    const show = await showLinks(context);
    const added = await addPeople(context, { people, confirmation, notify });
    return {
      results: added.map((each, index) => {
        const { email = null, input = null } = people[index] ?? {};
        const { entry, outcome } = each;
        return {
          email,
          outcome,
          ...(entry ? show(entry, input) : { entry: null, referralLink: null, statusUrl: null }),
          reason: ('reason' in each && each.reason) || null,
        };
      }),
    };
  },
});

/** Shows an entry with its links. While its contact is on the way to the account's own database, as the request had it. */
async function showLinks({ waitlist, services, site }: WaitlistContext<AdditionServices>) {
  const domain = await services.domains.of(waitlist.id);
  const key = await services.digestKey();
  const { slug, shareUrl } = waitlist;
  return (listed: ListedEntry, sent: PersonToAdd | null) => {
    const { id } = listed;
    const contact = sent && {
      id,
      email: sent.email,
      name: sent.name,
      answers: sent.answers.given,
      consents: {},
      source: sent.source ?? listed.source,
    };
    const entry = completeEntry(listed, contact ?? undefined);
    return {
      entry: entry && toEntry(entry),
      referralLink: referralLink(site, { slug, shareUrl, domain }, listed.referralCode),
      statusUrl: statusUrl(site, linkToken(key, 'status', id), domain),
    };
  };
}
