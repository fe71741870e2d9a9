import type * as z from 'zod';
import { findHtmlProblem } from '../email/check-html.ts';
import { unknownVariables, VARIABLES } from '../email/variables.ts';
import { text } from '../kernel/schemas.ts';
import { hasLineBreaks } from '../markup/one-line.ts';

export const HTML_MAX = 100_000;

/** The rules for template HTML, shown to authors. */
export const HTML_RULES = [
  'A whole document: <!doctype html>, <html>, <head>, and <body>',
  'Styles inline, or in a <style> element without pseudo-elements; no external stylesheet (<link rel="stylesheet">, @import)',
  'No script, iframe, object, embed, base, form, plaintext, or meta http-equiv elements; no event handlers (onclick, …)',
  'URLs with https:, mailto:, or tel:, or {{referralLink}} or {{statusLink}}; for images also data:image',
  'Nested at most 200 levels deep',
  'Variables as {{name}}, outside of <style>; values are escaped',
  'At its end (and start, if it is above 90 KB) we add a line: which waitlist and page the email is for, and a link to stop it',
] as const;

function refuseUnknownVariables(value: string, context: z.RefinementCtx): void {
  const [unknown] = unknownVariables(value);
  if (unknown !== undefined) {
    const known = Object.keys(VARIABLES).map(name => `{{${name}}}`);
    context.addIssue({
      code: 'custom',
      message: `uses the unknown variable {{${unknown}}}; available: ${known.join(', ')}`,
    });
  }
}

export const Subject = () =>
  text({ min: 1, max: 200 })
    .refine(subject => !hasLineBreaks(subject), { error: 'must be one line without control characters' })
    .superRefine(refuseUnknownVariables)
    .meta({ description: 'One line; may contain variables' });

export const Html = () =>
  text({ min: 1, max: HTML_MAX })
    .superRefine((html, context) => {
      const problem = findHtmlProblem(html);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    })
    .superRefine(refuseUnknownVariables)
    .meta({ description: `${HTML_RULES.join('. ')}.` });
