import { frameTemplate } from '#template-html';
import type { Email } from '../email/email.ts';
import { type ListLine, renderListLine } from '../html/list-line.ts';
import { fillHtml, fillSubject, fillText, type VariableValues } from './variables.ts';

/** The parts of a template that are sent. */
export interface TemplateContent {
  readonly subject: string;
  readonly html: string;
  /** Plain text of `html`, with variables. */
  readonly text: string;
}

/** Fills a template: values are escaped in the HTML and kept on one line in the subject. It ends with a line of ours. */
export function renderTemplate(
  to: string,
  { subject, html, text }: TemplateContent,
  values: VariableValues,
  listLine: ListLine,
): Email {
  const line = renderListLine(listLine);
  const { before, after } = frameTemplate(html);
  return {
    to,
    waitlistName: listLine.waitlistName,
    subject: fillSubject(subject, values),
    html: `${fillHtml(before, values)}${line.html}${after}`,
    text: `${fillText(text, values).trimEnd()}\n\n${line.text}`,
  };
}
