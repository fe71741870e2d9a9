import * as z from 'zod';
import { notFound } from '../kernel/errors.ts';
import { type CallerContext, defineOperation, EFFECT } from '../kernel/operation.ts';
import { EmailTemplate, UpdateEmailTemplateInput } from './schemas.ts';
import { checkChange, requireStored, showTemplate, toTemplateId } from './template.ts';
import type { TemplateServices } from './template-store.ts';

export const updateEmailTemplate = defineOperation({
  name: 'update_email_template',
  group: 'email-templates',
  title: 'Update an email template',
  summary: 'Update an email template',
  description:
    'Changes only the fields you send. waitlistIds replaces the whole set: waitlists left out send the default email again.',
  method: 'PATCH',
  path: '/api/v1/email-templates/{id}',
  scope: 'templates:write',
  effect: EFFECT.update,
  hasETag: true,
  example: { subject: 'Thanks for joining {{waitlistName}}' },
  input: UpdateEmailTemplateInput,
  output: () => z.object({ template: EmailTemplate() }),
  async run(context: CallerContext<TemplateServices>, { id: idText, waitlistIds, ...changes }) {
    const { caller, services } = context;
    const id = toTemplateId(idText);
    const text = changes.html === undefined ? undefined : services.htmlToText(changes.html);
    const outcome =
      id &&
      (await services.templates.update(
        caller.account.id,
        id,
        { ...changes, text },
        waitlistIds,
        checkChange(context, changes),
      ));
    if (!outcome) throw notFound('email template');
    return showTemplate(requireStored(outcome, waitlistIds));
  },
});
