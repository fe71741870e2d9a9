import { textsOf } from '../languages/texts.ts';
import type { Email } from './email.ts';
import { frameTemplate } from './frame-template.ts';
import { type ListLine, renderListLine } from './list-line.ts';
import { fillHtml, fillSubject, fillText } from './variables.ts';

/** The parts of a template that are sent. */
export interface TemplateContent {
  readonly subject: string;
  readonly html: string;
  /** Plain text of `html`, with variables. */
  readonly text: string;
}

/** Gmail cuts an email off at 102 KB. */
const LONG_BYTES = 90_000;

/**
 * Fills a template: values are escaped in the HTML and kept on one line in the subject. It ends with a line of ours, and
 * starts with it too if its end may be cut off.
 * @param language - of the person; null: unknown
 */
export function renderTemplate(
  to: string,
  { subject, html, text }: TemplateContent,
  values: Readonly<Record<string, string>>,
  listLine: ListLine,
): Email {
  const { emails: texts } = textsOf(listLine.language);
  const nameless = texts.noName;
  const line = renderListLine(listLine, texts);
  const frame = frameTemplate(html);
  const content = fillHtml(frame.content, values, nameless);
  const start = fillHtml(frame.start, values, nameless);
  const isLong = Buffer.byteLength(start) + Buffer.byteLength(content) > LONG_BYTES;
  return {
    to,
    waitlistName: listLine.waitlistName,
    subject: fillSubject(subject, values, nameless),
    html: `${start}${isLong ? line.html : ''}${content}${line.html}${frame.end}`,
    text: `${fillText(text, values, nameless).trimEnd()}\n\n${line.text}`,
  };
}
