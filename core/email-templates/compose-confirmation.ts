import type { Email } from '../email/email.ts';
import type { PlaceFacts } from '../email/place-email.ts';
import type { TemplateContent } from '../email/render-template.ts';
import { composeEmail, type Person, placeValues } from './compose-email.ts';
import { renderConfirmation } from './confirmation-email.ts';

/** The confirmation email: from the template, or the default one. */
export const composeConfirmation = (
  facts: PlaceFacts,
  template: TemplateContent | null,
  person: Person,
): Email =>
  composeEmail<'confirmation'>(facts, template, {
    values: () => placeValues(facts, person),
    byDefault: () => renderConfirmation(facts),
  });
