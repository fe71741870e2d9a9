import * as z from 'zod';
import { renderConfirmationTemplate } from '../email-templates/confirmation-email.ts';
import { Kind } from '../email-templates/schemas.ts';
import { writeStartEmail } from '../email-templates/start-email.ts';
import { type CallerContext, definePeopleOperation, EFFECT } from '../kernel/operation.ts';
import { languageAmong } from '../languages/language.ts';
import { findSample, renderSample, type SampleEmailServices, SampleWaitlistId } from './sample-email.ts';

export const getDefaultEmail = definePeopleOperation({
  name: 'get_default_email',
  group: 'dashboard',
  title: 'Get the default email',
  summary: 'Read the default email, as it is sent and as a template',
  description:
    'The email that people get from a waitlist without a template of the kind, with sample values; and the same email as the subject and html of a template to start from.',
  method: 'GET',
  path: '/api/v1/dashboard/email-templates/default',
  effect: EFFECT.read,
  errors: ['not_found'],
  input: () => z.object({ kind: Kind().default('confirmation'), waitlistId: SampleWaitlistId() }),
  output: () =>
    z.object({
      email: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
      template: z.object({ subject: z.string(), html: z.string() }),
    }),
  async run(context: CallerContext<SampleEmailServices>, { kind, waitlistId }) {
    const waitlist = await findSample(context, waitlistId);
    const { subject, html, text } = renderSample(context, kind, null, waitlist);
    const template =
      kind === 'confirmation'
        ? renderConfirmationTemplate({ ...waitlist, language: languageAmong(waitlist.languages, null) })
        : writeStartEmail(kind, waitlist);
    return { email: { subject, html, text }, template };
  },
});
