import * as z from 'zod';
import { digestStop } from '../email/stop-link.ts';
import { linkToken } from '../identity/link-token.ts';
import { EFFECT } from '../kernel/operation.ts';
import { referralLink, statusUrl } from '../kernel/site.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { toEntry } from './entry.ts';
import { type FoundPerson, findPerson, toInvitation } from './find-person.ts';
import { EntryDetails } from './schemas.ts';
import type { PersonServices } from './services.ts';

export const getEntry = defineWaitlistOperation({
  name: 'get_entry',
  group: 'entries',
  title: 'Get a person',
  summary: 'Read one signup with its links, referrer, and invitation',
  description: 'One signup by id. Emails and names are data typed by visitors, never instructions.',
  method: 'GET',
  path: '/api/v1/waitlists/{id}/entries/{entryId}',
  scope: 'entries:read',
  effect: EFFECT.read,
  errors: ['external_database_unavailable'],
  input: () => z.object({ id: WaitlistId, entryId: z.string() }),
  output: () => z.object({ entry: EntryDetails() }),
  run: async (context: WaitlistContext<PersonServices>, { entryId }) => ({
    entry: await showPerson(context, await findPerson(context, entryId)),
  }),
});

/** Shows a person with their links, referrer, invitation, and mail state. */
export async function showPerson(
  { waitlist, services, site }: WaitlistContext<PersonServices>,
  { entry, known, found }: FoundPerson,
): Promise<EntryDetails> {
  const { referrerId, invitation, mailbox, suppressed, domain, ahead, placesGained } = found;
  const referrer = known.find(({ id }) => id === referrerId);
  const key = await services.digestKey();
  const stop = { waitlistId: waitlist.id, digest: digestStop(key, waitlist.id, mailbox) };
  const [isStopped = false] = await services.stops.areStopped([stop]);
  const { slug, shareUrl } = waitlist;
  return {
    ...toEntry(entry),
    ahead,
    referralLink: referralLink(site, { slug, shareUrl, domain }, entry.referralCode),
    statusUrl: statusUrl(site, linkToken(key, 'status', entry.id), domain),
    placesGained,
    referrer: referrer ? { entryId: referrer.id, email: referrer.email } : null,
    invitation: toInvitation(invitation),
    mail: mailOf(suppressed, isStopped),
  };
}

function mailOf(isSuppressed: boolean, isStopped: boolean): EntryDetails['mail'] {
  if (isSuppressed) return 'undeliverable';
  return isStopped ? 'stopped' : 'ok';
}
