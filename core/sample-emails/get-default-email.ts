import * as z from 'zod';
import { renderConfirmationTemplate } from '../email-templates/confirmation-email.ts';
import { Kind } from '../email-templates/schemas.ts';
import { writeStartEmail } from '../email-templates/start-email.ts';
import { type CallerContext, definePeopleOperation, EFFECT } from '../kernel/operation.ts';
import { textsOf } from '../languages/texts.ts';
import {
  findSample,
  renderSample,
  type SampleEmailServices,
  SampleLanguage,
  SampleWaitlistId,
  sampleLanguage,
} from './sample-email.ts';

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
  input: () =>
    z.object({
      kind: Kind().default('confirmation'),
      language: SampleLanguage(),
      waitlistId: SampleWaitlistId(),
    }),
  output: () =>
    z.object({
      email: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
      template: z.object({ subject: z.string(), html: z.string() }),
    }),
  async run(context: CallerContext<SampleEmailServices>, { kind, language: asked, waitlistId }) {
    const waitlist = await findSample(context, waitlistId);
    const language = sampleLanguage(waitlist, asked);
    const { subject, html, text } = renderSample(context, { kind, template: null, language, waitlist });
    const template =
      kind === 'confirmation'
        ? renderConfirmationTemplate({ ...waitlist, language })
        : writeStartEmail(kind, waitlist, { language, texts: textsOf(language).emails });
    return { email: { subject, html, text }, template };
  },
});
