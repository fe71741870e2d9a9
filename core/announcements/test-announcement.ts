import * as z from 'zod';
import { placeFacts } from '../email/place-record.ts';
import { sendToOwner } from '../email/send-to-owner.ts';
import { stopUrl } from '../email/stop-link.ts';
import { EFFECT } from '../kernel/operation.ts';
import { languageAmong } from '../languages/language.ts';
import { textsOf } from '../languages/texts.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { renderAnnouncement } from './announcement-email.ts';
import { requireAnnouncement } from './get-announcement.ts';
import { AnnouncementId } from './schemas.ts';
import type { AnnouncementServices } from './services.ts';

/** What is filled in for nobody in particular. */
const SAMPLE = { position: 128, referralCode: 'SAMPLE' };

export const testAnnouncement = defineWaitlistOperation({
  name: 'test_announcement',
  group: 'announcements',
  title: 'Test an announcement',
  summary: 'Send an announcement to yourself, with sample values',
  description: "Sends it to the account's own address, and nowhere else. Counts toward the account's emails.",
  method: 'POST',
  path: '/api/v1/waitlists/{id}/announcements/{announcementId}/test',
  scope: 'announcements:write',
  effect: { ...EFFECT.create, openWorld: true },
  status: 202,
  errors: ['rate_limited'],
  input: () => z.object({ id: WaitlistId, announcementId: AnnouncementId }),
  output: () => z.object({ sentTo: z.string() }),
  async run(context: WaitlistContext<AnnouncementServices>, { announcementId }) {
    const { caller, waitlist, services, site } = context;
    const announcement = await requireAnnouncement(context, announcementId);
    const place = {
      ...waitlist,
      ...SAMPLE,
      language: languageAmong(waitlist.languages, null),
      waitlistName: waitlist.name,
      domain: await services.domains.of(waitlist.id),
    };
    const to = caller.account.email;
    const facts = placeFacts(site, place, { to, statusToken: 'sample', stopUrl: stopUrl(site, 'sample') });
    const email = renderAnnouncement(
      announcement,
      { ...facts, name: 'Ada', ahead: SAMPLE.position - 1 },
      textsOf(facts.language).emails,
    );
    await sendToOwner(context, email, 'body');
    return { sentTo: to };
  },
});
