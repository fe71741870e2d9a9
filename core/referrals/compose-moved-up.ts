import type { Email } from '../email/email.ts';
import type { PlaceFacts } from '../email/place-email.ts';
import type { TemplateContent } from '../email/render-template.ts';
import { composeEmail, type Person, placeValues } from '../email-templates/compose-email.ts';
import { formatNumber } from '../languages/format.ts';
import { renderMovedUpEmail } from './moved-up-email.ts';

/** The email to someone whose friends joined: from the template, or the default one. */
export const composeMovedUp = (
  facts: PlaceFacts & { readonly movedBy: number },
  template: TemplateContent | null,
  person: Person,
): Email =>
  composeEmail<'moved_up'>(facts, template, {
    values: () => ({
      ...placeValues(facts, person),
      movedBy: formatNumber(facts.language, facts.movedBy),
    }),
    byDefault: () => renderMovedUpEmail(facts),
  });
