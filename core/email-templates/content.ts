import type * as z from 'zod';
import { hasLineBreaks } from '../email/email.ts';
import { text } from '../kernel/schemas.ts';
import { findHtmlProblem, HTML_RULES } from './check-html.ts';
import { unknownVariables, VARIABLES } from './variables.ts';

export const HTML_MAX = 100_000;

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
    .meta({ description: `A whole HTML document. ${HTML_RULES.join('. ')}.` });
