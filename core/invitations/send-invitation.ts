import { v5 as derivedUuid } from 'uuid';
import * as z from 'zod';
import { secondsUntilTomorrow } from '../email/email-budget.ts';
import type { Letter, SendServices } from '../email/send-emails.ts';
import { stopHeaders } from '../email/stop-link.ts';
import { type OwnTemplateServices, usableTemplate } from '../email-templates/own-template.ts';
import { defineOutsideMailJob, type OutsideMail } from '../entries/outside-address.ts';
import { pageUrl } from '../kernel/site.ts';
import { inLanguage } from '../languages/in-language.ts';
import { composeInvitation } from './compose-invitation.ts';
import { inviteLink, keptCode } from './invitation-code.ts';
import type { InvitationEmails, InvitationMail, InvitationRecord } from './invitation-emails.ts';

interface SendInvitationServices extends SendServices, OwnTemplateServices {
  readonly invitationEmails: InvitationEmails;
}

interface Invitation extends Letter {
  readonly invitationId: string;
}

const payload = z.object({ invitationId: z.uuid() });

/** Emails invitations. A database that stays away is waited for until the invitation expires. */
export const invitationEmailJob = defineOutsideMailJob({
  kind: 'invitation_email',
  payload,
  mail: (services: SendInvitationServices) => ({
    ...sendInvitations(services, 'invitation'),
    settle: settled => services.invitationEmails.settle(settled.map(({ letter }) => letter.invitationId)),
    lost: ({ waitlistId, invitationId }) => services.invitationEmails.giveBack(waitlistId, invitationId),
  }),
});

/** Emails invitations once more, to people who have not accepted them (beyond 16). */
export const invitationReminderJob = defineOutsideMailJob({
  kind: 'invitation_reminder',
  payload,
  mail: (services: SendInvitationServices) => sendInvitations(services, 'reminder'),
});

function sendInvitations(
  { site, invitationEmails, ownTemplatesAfterHours }: SendInvitationServices,
  mail: InvitationMail,
): OutsideMail<z.infer<typeof payload>, InvitationRecord, Invitation> {
  return {
    find: invitations => invitationEmails.find(mail, invitations),

    letterTo(invited, key) {
      const { invitationId, codeHash, inviteUrl, slug, domain } = invited;
      const code = keptCode(key, { id: invitationId, codeHash });
      if (code === null) throw new Error('No key makes the code of the invitation');
      return {
        to: invited,
        invitationId,
        kind: 'invitation',
        grantId: mail === 'invitation' ? invitationId : derivedUuid(mail, invitationId),
        compose: stopUrl => ({
          ...composeInvitation(
            {
              ...invited,
              isReminder: mail === 'reminder',
              to: invited.email,
              link: inviteLink(inviteUrl, code),
              pageUrl: inLanguage(pageUrl(site, slug, domain), invited),
              stopUrl,
            },
            usableTemplate(invited, ownTemplatesAfterHours),
            invited,
          ),
          headers: stopHeaders(stopUrl),
        }),
      };
    },

    // Once the invitation has expired, the job finds none.
    postpone: reason => ({ postponedSeconds: secondsUntilTomorrow(Date.now()), reason }),
  };
}
