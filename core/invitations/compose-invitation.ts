import type { Email } from '../email/email.ts';
import type { TemplateContent } from '../email/render-template.ts';
import { composeEmail, type Person } from '../email-templates/compose-email.ts';
import { formatDay } from '../languages/format.ts';
import { visitorName } from '../markup/plain-name.ts';
import { renderInvitationEmail } from './invitation-email.ts';

/** The email with an invitation: from the template, or the default one. */
export const composeInvitation = (
  facts: Parameters<typeof renderInvitationEmail>[0],
  template: TemplateContent | null,
  { name, description }: Person,
): Email =>
  composeEmail<'invitation'>(facts, template, {
    values: () => ({
      waitlistName: facts.waitlistName,
      description: description ?? '',
      name: visitorName(name),
      inviteLink: facts.link,
      message: facts.message ?? '',
      expiresOn: formatDay(facts.language, facts.expiresAt),
    }),
    byDefault: () => renderInvitationEmail(facts),
  });
