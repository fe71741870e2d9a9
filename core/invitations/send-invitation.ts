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
import type { InvitationEmails, InvitationRecord } from './invitation-emails.ts';

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
  mail: sendInvitations,
});

function sendInvitations({
  site,
  invitationEmails,
  ownTemplatesAfterHours,
}: SendInvitationServices): OutsideMail<z.infer<typeof payload>, InvitationRecord, Invitation> {
  return {
    find: invitations => invitationEmails.find(invitations),

    letterTo(invited, key) {
      const { invitationId, codeHash, inviteUrl, slug, domain } = invited;
      const code = keptCode(key, { id: invitationId, codeHash });
      if (code === null) throw new Error('No key makes the code of the invitation');
      return {
        to: invited,
        invitationId,
        kind: 'invitation',
        grantId: invitationId,
        compose: stopUrl => ({
          ...composeInvitation(
            {
              ...invited,
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
    settle: settled => invitationEmails.settle(settled.map(({ letter }) => letter.invitationId)),
    lost: ({ waitlistId, invitationId }) => invitationEmails.giveBack(waitlistId, invitationId),
  };
}
