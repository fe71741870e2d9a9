import * as z from 'zod';
import { sendToOwner } from '../email/send-to-owner.ts';
import { Html, refuseOtherKinds, Subject } from '../email-templates/content.ts';
import { Kind } from '../email-templates/schemas.ts';
import { type CallerContext, definePeopleOperation, EFFECT } from '../kernel/operation.ts';
import {
  findSample,
  renderSample,
  type SampleEmailServices,
  SampleLanguage,
  SampleWaitlistId,
  sampleLanguage,
} from './sample-email.ts';

type Context = CallerContext<SampleEmailServices>;

export const sendTestEmail = definePeopleOperation({
  name: 'send_test_email',
  group: 'dashboard',
  title: 'Send a test email',
  summary: 'Send a template with sample values to yourself',
  description:
    "Sends the email somebody would get to the account's own address, and nowhere else. Counts toward the account's emails.",
  method: 'POST',
  path: '/api/v1/dashboard/email-templates/test',
  effect: { ...EFFECT.create, openWorld: true },
  errors: ['not_found', 'rate_limited'],
  input: () =>
    z
      .object({
        kind: Kind().default('confirmation'),
        subject: Subject(),
        html: Html(),
        language: SampleLanguage(),
        waitlistId: SampleWaitlistId(),
      })
      .superRefine(refuseOtherKinds),
  output: () => z.object({ sentTo: z.string() }),
  async run(context: Context, { waitlistId, language: asked, ...template }) {
    const waitlist = await findSample(context, waitlistId);
    const language = sampleLanguage(waitlist, asked);
    const email = renderSample(context, { kind: template.kind, template, language, waitlist });
    await sendToOwner(context, email, 'html');
    return { sentTo: email.to };
  },
});
