import * as z from 'zod';
import { notFound } from '../kernel/errors.ts';
import { type CallerContext, defineOperation, EFFECT } from '../kernel/operation.ts';
import { EmailTemplate, TemplateId } from './schemas.ts';
import { showTemplate, toTemplateId } from './template.ts';
import type { TemplateServices } from './template-store.ts';

export const getEmailTemplate = defineOperation({
  name: 'get_email_template',
  group: 'email-templates',
  title: 'Get an email template',
  summary: 'Read one email template with its full html',
  description: 'One email template, with its full html and the waitlists that use it.',
  method: 'GET',
  path: '/api/v1/email-templates/{id}',
  scope: 'templates:read',
  effect: EFFECT.read,
  hasETag: true,
  input: () => z.object({ id: TemplateId }),
  output: () => z.object({ template: EmailTemplate() }),
  async run({ caller, services }: CallerContext<TemplateServices>, input) {
    const id = toTemplateId(input.id);
    const record = id && (await services.templates.find(caller.account.id, id));
    if (!record) throw notFound('email template');
    return showTemplate(record);
  },
});
