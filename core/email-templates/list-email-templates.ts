import * as z from 'zod';
import { type CallerContext, defineOperation, EFFECT } from '../kernel/operation.ts';
import { DateTime } from '../kernel/schemas.ts';
import { ownTemplatesFrom } from './own-templates.ts';
import { EmailTemplate, TEMPLATE_FORMAT, TemplateFormat } from './schemas.ts';
import { toEmailTemplate } from './template.ts';
import type { TemplateServices } from './template-store.ts';

export const listEmailTemplates = defineOperation({
  name: 'list_email_templates',
  group: 'email-templates',
  title: 'List email templates',
  summary: 'List the email templates of the account, and how to write one',
  description:
    'Every email template of the account, newest first. format has the variables, the rules for html, and a valid example.',
  method: 'GET',
  path: '/api/v1/email-templates',
  scope: 'templates:read',
  effect: EFFECT.read,
  status: 200,
  input: () => z.object({}),
  output: () =>
    z.object({
      templates: z.array(EmailTemplate()),
      format: TemplateFormat(),
      sentFrom: DateTime.optional().meta({
        description: 'Only while the account is new: its waitlists send the default email until then',
      }),
    }),
  async run({ caller, services }: CallerContext<TemplateServices>) {
    const { templates, ownTemplatesAfterHours } = services;
    const { id, plan, createdAt } = caller.account;
    const [records, hasPaid] = await Promise.all([templates.list(id), templates.hasPaid(id)]);
    const from = ownTemplatesFrom({ plan, createdAt, hasPaid }, ownTemplatesAfterHours);
    return {
      templates: records.map(toEmailTemplate),
      format: TEMPLATE_FORMAT,
      ...(from && { sentFrom: from.toISOString() }),
    };
  },
});
