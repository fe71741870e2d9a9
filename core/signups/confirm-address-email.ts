import { renderCardEmail } from '../email/card-email.ts';
import type { Email } from '../email/email.ts';
import { VALID_HOURS } from '../email/valid-hours.ts';
import { fillCount } from '../languages/format.ts';
import type { Language } from '../languages/language.ts';
import { textsOf } from '../languages/texts.ts';
import type { StoredDesign } from '../page-code/design.ts';

/**
 * The email that asks people to confirm their address. It contains no text typed by a visitor, so nobody can send strangers'
 * words to an address with it.
 */
export function renderConfirmAddressEmail({
  confirmUrl,
  ...facts
}: {
  readonly to: string;
  readonly language: Language;
  readonly waitlistName: string;
  readonly design: StoredDesign;
  readonly pageUrl: string;
  readonly confirmUrl: string;
}): Email {
  const { language } = facts;
  const { signedUp: why, confirmAddress } = textsOf(language).emails;
  const { button, task, ...words } = confirmAddress;
  const above = fillCount(language, task, VALID_HOURS);
  return renderCardEmail({
    ...facts,
    ...words,
    preview: above,
    above,
    button: { url: confirmUrl, text: button },
    why,
  });
}
