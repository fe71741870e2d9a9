import type { Email } from '../email/email.ts';
import type { TemplateContent } from '../email/render-template.ts';
import { composeEmail, type Person } from '../email-templates/compose-email.ts';
import { fill, formatDay } from '../languages/format.ts';
import { textsOf } from '../languages/texts.ts';
import { visitorName } from '../markup/plain-name.ts';
import { renderInvitationEmail } from './invitation-email.ts';

/** The email with an invitation: from the template, or the default one. A reminder is the same email again, and its subject says so. */
export const composeInvitation = (
  {
    isReminder = false,
    ...facts
  }: Parameters<typeof renderInvitationEmail>[0] & { readonly isReminder?: boolean },
  template: TemplateContent | null,
  { name, description }: Person,
): Email => {
  const email = composeEmail<'invitation'>(facts, template, {
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
  if (!isReminder) return email;
  const { reminder } = textsOf(facts.language).emails.invitation;
  return { ...email, subject: fill(reminder, { subject: email.subject }) };
};
