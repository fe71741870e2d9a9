import * as z from 'zod';
import { findHtmlProblem } from '../email/check-html.ts';
import { HTML_MAX, Html, refuseOtherKinds, Subject } from '../email-templates/content.ts';
import { Kind } from '../email-templates/schemas.ts';
import { type CallerContext, definePeopleOperation, EFFECT } from '../kernel/operation.ts';
import { text } from '../kernel/schemas.ts';
import { toDetails } from '../kernel/validation.ts';
import {
  findSample,
  renderSample,
  type SampleEmailServices,
  SampleLanguage,
  SampleWaitlistId,
  sampleLanguage,
} from './sample-email.ts';

const Strict = () =>
  z.object({ kind: Kind(), subject: Subject(), html: Html() }).superRefine(refuseOtherKinds);
/** Built on first use and kept: editors request a preview after each pause in typing. */
let strict: ReturnType<typeof Strict> | undefined;

/** More than can be saved, so that the preview can say that the text is too long. */
const PREVIEW_MAX = 2 * HTML_MAX;
const SUBJECT_PREVIEW_MAX = 2_000;

export const previewEmailTemplate = definePeopleOperation({
  name: 'preview_email_template',
  group: 'dashboard',
  title: 'Preview an email template',
  summary: 'Preview a template with sample values',
  description:
    'The email somebody would get. errors lists what keeps the template from being saved, in the form of details; html is empty if its markup breaks the rules.',
  method: 'POST',
  path: '/api/v1/dashboard/email-templates/preview',
  effect: EFFECT.read,
  errors: ['not_found'],
  input: () =>
    z.object({
      kind: Kind().default('confirmation'),
      subject: text({ max: SUBJECT_PREVIEW_MAX }),
      html: text({ max: PREVIEW_MAX }),
      language: SampleLanguage(),
      waitlistId: SampleWaitlistId(),
    }),
  output: () =>
    z.object({
      subject: z.string(),
      html: z.string(),
      text: z.string(),
      errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    }),
  async run(context: CallerContext<SampleEmailServices>, { waitlistId, language: asked, ...template }) {
    strict ??= Strict();
    const checked = strict.safeParse(template);
    const errors = checked.success ? [] : toDetails(checked.error);
    const isShown = findHtmlProblem(template.html) === null;
    const shown = isShown ? template : { ...template, html: '' };
    const waitlist = await findSample(context, waitlistId);
    const language = sampleLanguage(waitlist, asked);
    const email = renderSample(context, { kind: template.kind, template: shown, language, waitlist });
    return {
      subject: email.subject,
      html: isShown ? email.html : '',
      text: isShown ? email.text : '',
      ...(errors.length > 0 && { errors }),
    };
  },
});
