import * as z from 'zod';
import { sendToOwner } from '../email/send-to-owner.ts';
import { Html, refuseOtherKinds, Subject } from '../email-templates/content.ts';
import { Kind } from '../email-templates/schemas.ts';
import { type CallerContext, definePeopleOperation, EFFECT } from '../kernel/operation.ts';
import { findSample, renderSample, type SampleEmailServices, SampleWaitlistId } from './sample-email.ts';

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
        waitlistId: SampleWaitlistId(),
      })
      .superRefine(refuseOtherKinds),
  output: () => z.object({ sentTo: z.string() }),
  async run(context: Context, { waitlistId, ...template }) {
    const email = renderSample(context, template.kind, template, await findSample(context, waitlistId));
    await sendToOwner(context, email, 'html');
    return { sentTo: email.to };
  },
});
