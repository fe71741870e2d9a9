import { renderCardDocument } from '../email/card-layout.ts';
import type { Email } from '../email/email.ts';
import { renderListLine, renderListNote } from '../email/list-line.ts';
import type { PlaceFacts } from '../email/place-email.ts';
import { fillHtml, fillSubject, fillText } from '../email/variables.ts';
import { renderMarkdown } from '../email-templates/markdown.ts';
import { formatNumber } from '../languages/format.ts';
import type { Texts } from '../languages/texts.ts';
import { visitorName } from '../markup/plain-name.ts';
import { toDesign } from '../page-code/design.ts';
import type { AnnouncementValues } from './variables.ts';

/** What an announcement says to one person. */
export interface AnnouncementFacts extends PlaceFacts {
  /** As the visitor typed it. */
  readonly name: string | null;
  /** People in front who still wait. */
  readonly ahead: number;
}

const valuesOf = (facts: AnnouncementFacts): AnnouncementValues => ({
  name: visitorName(facts.name),
  position: formatNumber(facts.language, facts.position),
  ahead: formatNumber(facts.language, facts.ahead),
  referralLink: facts.referralLink,
  statusLink: facts.statusUrl,
  waitlistName: facts.waitlistName,
});

/**
 * The email: the owner's Markdown in the look of the waitlist, and our line, which stops it. Markdown is read before the values
 * are filled in, so that nobody's name can make a link. The dashboard renders it too, so the texts are handed in.
 */
export function renderAnnouncement(
  { subject, body }: { readonly subject: string; readonly body: string },
  facts: AnnouncementFacts,
  texts: Texts['emails'],
): Email {
  const { language } = facts;
  const { noName } = texts;
  const values = valuesOf(facts);
  return {
    to: facts.to,
    waitlistName: facts.waitlistName,
    subject: fillSubject(subject, values, noName),
    html: renderCardDocument({
      language,
      title: fillSubject(subject, values, noName),
      look: toDesign(facts.design),
      content: fillHtml(renderMarkdown(body, { isStrict: true }), values, noName),
      end: renderListNote(facts, texts),
    }),
    text: `${fillText(body, values, noName).trimEnd()}\n\n${renderListLine(facts, texts).text}`,
  };
}
