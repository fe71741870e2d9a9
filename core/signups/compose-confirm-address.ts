import type { Email } from '../email/email.ts';
import type { TemplateContent } from '../email/render-template.ts';
import { composeEmail, type Person } from '../email-templates/compose-email.ts';
import { renderConfirmAddressEmail } from './confirm-address-email.ts';

/**
 * The email that asks people to confirm their address: from the template, or the default one. Neither has text that a visitor
 * typed.
 */
export const composeConfirmAddress = (
  { stopUrl, ...facts }: Parameters<typeof renderConfirmAddressEmail>[0] & { readonly stopUrl: string },
  template: TemplateContent | null,
  { description }: Omit<Person, 'name'>,
): Email =>
  composeEmail<'confirm_address'>({ ...facts, stopUrl }, template, {
    values: () => ({
      waitlistName: facts.waitlistName,
      description: description ?? '',
      confirmLink: facts.confirmUrl,
    }),
    byDefault: () => renderConfirmAddressEmail(facts),
  });
