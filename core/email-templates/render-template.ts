import type { Email } from '../email/email.ts';
import { fillHtml, fillSubject, fillText, type VariableValues } from './variables.ts';

/** The parts of a template that are sent. */
export interface TemplateContent {
  readonly subject: string;
  readonly html: string;
  /** Plain text of `html`, with variables. */
  readonly text: string;
}

/** Fills a template: values are escaped in the HTML and kept on one line in the subject. */
export const renderTemplate = (
  to: string,
  { subject, html, text }: TemplateContent,
  values: VariableValues,
): Email => ({
  to,
  subject: fillSubject(subject, values),
  html: fillHtml(html, values),
  text: fillText(text, values),
});
