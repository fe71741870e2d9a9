import { renderCardEmail } from '../email/card-email.ts';
import type { Email } from '../email/email.ts';
import type { Language } from '../languages/language.ts';
import { textsOf } from '../languages/texts.ts';
import type { StoredDesign } from '../page-code/design.ts';

/** The email with the link to leave a waitlist. Its link asks once more, because mail programs open links. */
export function renderLeaveEmail({
  leaveUrl,
  ...facts
}: {
  readonly to: string;
  readonly language: Language;
  readonly waitlistName: string;
  readonly design: StoredDesign;
  readonly pageUrl: string;
  readonly leaveUrl: string;
}): Email {
  const { emails, pages } = textsOf(facts.language);
  const { button, ...words } = emails.leave;
  const { loss } = pages.stop;
  return renderCardEmail({
    ...facts,
    ...words,
    preview: loss,
    above: loss,
    button: { url: leaveUrl, text: button },
    why: emails.askedFor,
  });
}
