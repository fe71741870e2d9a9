import type { Email } from '../email/email.ts';
import { fillHtml, fillSubject, fillText, type VariableValues } from './variables.ts';

/** What is sent of a template: its subject, and both forms of its body. */
export interface TemplateContent {
  readonly subject: string;
  readonly html: string;
  /** Plain form of `html`, with its variables. */
  readonly text: string;
}

/** A template with the values of one signup: escaped in the HTML, on one line in the subject. */
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
