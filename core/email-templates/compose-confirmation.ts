import type { Email } from '../email/email.ts';
import type { PlaceFacts } from '../email/place-email.ts';
import { renderTemplate, type TemplateContent } from '../email/render-template.ts';
import { visitorName } from '../markup/plain-name.ts';
import { renderConfirmation } from './confirmation-email.ts';

interface Signup {
  /** As the visitor typed it. */
  readonly name: string | null;
  /** The waitlist's. */
  readonly description: string | null;
}

/** The confirmation email: from the template, or the default one. */
export function composeConfirmation(
  facts: PlaceFacts,
  template: TemplateContent | null,
  { name, description }: Signup,
): Email {
  if (!template) return renderConfirmation(facts);
  const values = {
    waitlistName: facts.waitlistName,
    description: description ?? '',
    name: visitorName(name),
    position: String(facts.position),
    referralLink: facts.referralLink,
    statusLink: facts.statusUrl,
  };
  return renderTemplate(facts.to, template, values, facts);
}
