import * as z from 'zod';
import { EMAIL_KINDS } from '../email/sent-emails.ts';
import { EFFECT } from '../kernel/operation.ts';
import { DateTime, Uuid } from '../kernel/schemas.ts';
import { definePeopleWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { toEntry } from './entry.ts';
import { findPerson, toInvitation } from './find-person.ts';
import { Entry, EntryInvitation, REFERRAL_STATES } from './schemas.ts';
import type { PersonServices } from './services.ts';

const Contact = () => z.object({ id: Uuid, email: z.string(), name: z.string().nullable() });

export const getPerson = definePeopleWaitlistOperation({
  name: 'get_person',
  group: 'dashboard',
  title: 'Get a person',
  summary: 'Read one signup with its referrer, friends, and emails',
  description:
    'friends are the newest 20 who are still on the list; friendCount counts all of them. gained is how many places a referral gave. suppressed: the address bounced or complained, and gets no email.',
  method: 'GET',
  path: '/api/v1/dashboard/waitlists/{id}/entries/{entryId}',
  effect: EFFECT.read,
  errors: ['external_database_unavailable'],
  input: () => z.object({ id: WaitlistId, entryId: z.string() }),
  output: () =>
    z.object({
      entry: Entry(),
      referrer: Contact().nullable(),
      friends: z.array(Contact().extend({ state: z.enum(REFERRAL_STATES), gained: z.int() })),
      friendCount: z.int(),
      emails: z.array(z.object({ kind: z.enum(EMAIL_KINDS), sentAt: DateTime })),
      suppressed: z.boolean(),
      invitation: EntryInvitation(),
    }),
  async run(context: WaitlistContext<PersonServices>, { entryId }) {
    const { entry, known, found } = await findPerson(context, entryId);
    const { referrerId, friends, friendCount, emails, suppressed, invitation } = found;
    const contactOf = (id: string | null) => {
      const person = known.find(each => each.id === id);
      return person && { id: person.id, email: person.email, name: person.name };
    };
    return {
      entry: toEntry(entry),
      referrer: contactOf(referrerId) ?? null,
      friends: friends.flatMap(({ entryId: id, state, gained }) => {
        const friend = contactOf(id);
        return friend ? [{ ...friend, state, gained }] : [];
      }),
      friendCount,
      emails: emails.map(({ kind, sentAt }) => ({ kind, sentAt: sentAt.toISOString() })),
      suppressed,
      invitation: toInvitation(invitation),
    };
  },
});
