import * as z from 'zod';
import { type CallerContext, definePeopleOperation, EFFECT } from '../kernel/operation.ts';
import { languageAmong } from '../languages/language.ts';
import { renderConfirmationTemplate } from './confirmation-email.ts';
import { findSample, renderSample, type SampleEmailServices, SampleWaitlistId } from './sample-email.ts';

export const getDefaultEmail = definePeopleOperation({
  name: 'get_default_email',
  group: 'dashboard',
  title: 'Get the default email',
  summary: 'Read the default email, as it is sent and as a template',
  description:
    'The email that people get from a waitlist without a template, with sample values; and the same email as the subject and html of a template to start from.',
  method: 'GET',
  path: '/api/v1/dashboard/email-templates/default',
  effect: EFFECT.read,
  errors: ['not_found'],
  input: () => z.object({ waitlistId: SampleWaitlistId() }),
  output: () =>
    z.object({
      email: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
      template: z.object({ subject: z.string(), html: z.string() }),
    }),
  async run(context: CallerContext<SampleEmailServices>, { waitlistId }) {
    const waitlist = await findSample(context, waitlistId);
    const { subject, html, text } = renderSample(context, null, waitlist);
    return {
      email: { subject, html, text },
      template: renderConfirmationTemplate({
        ...waitlist,
        language: languageAmong(waitlist.languages, null),
      }),
    };
  },
});
