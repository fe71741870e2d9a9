import * as z from 'zod';
import { notFound } from '../kernel/errors.ts';
import { type CallerContext, defineOperation, EFFECT } from '../kernel/operation.ts';
import { TemplateId } from './schemas.ts';
import { checkUnchanged, toTemplateId } from './template.ts';
import type { TemplateServices } from './template-store.ts';

export const deleteEmailTemplate = defineOperation({
  name: 'delete_email_template',
  group: 'email-templates',
  title: 'Delete an email template',
  summary: 'Delete an email template; its waitlists fall back to the default',
  description: 'Deletes the email template. Waitlists linked to it send the default email again.',
  method: 'DELETE',
  path: '/api/v1/email-templates/{id}',
  scope: 'templates:write',
  effect: EFFECT.destroy,
  hasETag: true,
  input: () => z.object({ id: TemplateId }),
  output: () => z.object({ deleted: z.boolean() }),
  async run(context: CallerContext<TemplateServices>, input) {
    const { caller, services } = context;
    const id = toTemplateId(input.id);
    const deleted =
      id !== null && (await services.templates.remove(caller.account.id, id, checkUnchanged(context)));
    if (!deleted) throw notFound('email template');
    return { deleted };
  },
});
