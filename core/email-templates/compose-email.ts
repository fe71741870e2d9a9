import type { Email } from '../email/email.ts';
import type { ListLine } from '../email/list-line.ts';
import type { PlaceFacts } from '../email/place-email.ts';
import { renderTemplate, type TemplateContent } from '../email/render-template.ts';
import type { TemplateKind, ValuesOf } from '../email/template-kinds.ts';
import { formatNumber } from '../languages/format.ts';
import { visitorName } from '../markup/plain-name.ts';

/** What only a template says of a person and their waitlist. */
export interface Person {
  /** As the visitor typed it. */
  readonly name: string | null;
  /** The waitlist's. */
  readonly description: string | null;
}

interface Facts extends ListLine {
  readonly to: string;
}

/**
 * An email of a kind: from the template, or else the default one.
 * @param values - of the kind's variables
 */
export const composeEmail = <Kind extends TemplateKind>(
  facts: Facts,
  template: TemplateContent | null,
  { values, byDefault }: { readonly values: () => ValuesOf<Kind>; readonly byDefault: () => Email },
): Email => (template ? renderTemplate(facts.to, template, values(), facts) : byDefault());

/** The values of every email about a place. */
export const placeValues = (facts: PlaceFacts, { name, description }: Person): ValuesOf<'confirmation'> => ({
  waitlistName: facts.waitlistName,
  description: description ?? '',
  name: visitorName(name),
  position: formatNumber(facts.language, facts.position),
  referralLink: facts.referralLink,
  statusLink: facts.statusUrl,
});
