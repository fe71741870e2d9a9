import type * as z from 'zod';
import { findHtmlProblem, showsVariable } from '../email/check-html.ts';
import { NEEDED_LINK, type TemplateKind, VARIABLES_OF } from '../email/template-kinds.ts';
import { unknownVariables } from '../email/variables.ts';
import { text } from '../kernel/schemas.ts';
import { hasLineBreaks } from '../markup/one-line.ts';

export const HTML_MAX = 100_000;

/** The rules for template HTML, shown to authors. */
export const HTML_RULES = [
  'A whole document: <!doctype html>, <html>, <head>, and <body>',
  'Styles inline, or in a <style> element without pseudo-elements; no external stylesheet (<link rel="stylesheet">, @import)',
  'No script, iframe, object, embed, base, form, plaintext, or meta http-equiv elements; no event handlers (onclick, …)',
  'URLs with https:, mailto:, or tel:, or a link variable such as {{statusLink}}; for images also data:image',
  'Nested at most 200 levels deep',
  'Variables as {{name}}, outside of <style>; values are escaped',
  'At its end (and start, if it is above 90 KB) we add a line: which waitlist and page the email is for, and a link to stop it',
] as const;

/** A template as people read it. */
export interface TemplateText {
  readonly kind: TemplateKind;
  readonly subject: string;
  readonly html: string;
}

interface KindProblem {
  readonly path: 'subject' | 'html';
  readonly message: string;
}

/** Why a text is no email of its kind: a variable that the kind does not know, or a link that is missing. */
export function findKindProblems({ kind, ...text }: TemplateText): KindProblem[] {
  const known = VARIABLES_OF[kind];
  const problems = (['subject', 'html'] as const).flatMap((path): KindProblem[] => {
    const [unknown] = unknownVariables(text[path], known);
    if (unknown === undefined) return [];
    const available = known.map(name => `{{${name}}}`).join(', ');
    return [{ path, message: `uses the unknown variable {{${unknown}}}; available: ${available}` }];
  });
  const link = NEEDED_LINK[kind];
  if (link !== null && !showsVariable(text.html, link)) {
    const message = `needs {{${link}}}, because its kind is ${kind}: add <a href="{{${link}}}">…</a>`;
    problems.push({ path: 'html', message });
  }
  return problems;
}

/** Refuses a text that is no email of its kind. */
export function refuseOtherKinds(template: TemplateText, context: z.RefinementCtx): void {
  for (const { path, message } of findKindProblems(template))
    context.addIssue({ code: 'custom', path: [path], message });
}

export const Subject = () =>
  text({ min: 1, max: 200 })
    .refine(subject => !hasLineBreaks(subject), { error: 'must be one line without control characters' })
    .meta({ description: 'One line; may contain variables' });

export const Html = () =>
  text({ min: 1, max: HTML_MAX })
    .superRefine((html, context) => {
      const problem = findHtmlProblem(html);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    })
    .meta({ description: `${HTML_RULES.join('. ')}.` });
