import * as z from 'zod';
import { ownTemplatesFrom } from '../email/own-templates.ts';
import { takeFitting } from '../kernel/answer-size.ts';
import { decodeCursor, encodeCursor, type ListCursor } from '../kernel/list-cursor.ts';
import { type CallerContext, defineOperation, EFFECT } from '../kernel/operation.ts';
import { DateTime } from '../kernel/schemas.ts';
import { EmailTemplate, TEMPLATE_FORMAT, TemplateFormat } from './schemas.ts';
import { toEmailTemplate } from './template.ts';
import type { TemplateRecord, TemplateServices } from './template-store.ts';

export const listEmailTemplates = defineOperation({
  name: 'list_email_templates',
  group: 'email-templates',
  title: 'List email templates',
  summary: 'List the email templates of the account, and how to write one',
  description:
    'Every email template of the account, newest first. If they are too long for one answer, there is a next: pass it as after to get the following ones. format has the variables, the rules for html, and a valid example.',
  method: 'GET',
  path: '/api/v1/email-templates',
  scope: 'templates:read',
  effect: EFFECT.read,
  input: () =>
    z.object({ after: z.string().max(200).optional().meta({ description: 'next of an earlier answer' }) }),
  output: () =>
    z.object({
      templates: z.array(EmailTemplate()),
      format: TemplateFormat(),
      next: z.string().optional(),
      sentFrom: DateTime.optional().meta({
        description: 'Only while the account is new: its waitlists send the default email until then',
      }),
    }),
  async run({ caller, services }: CallerContext<TemplateServices>, { after }) {
    const { templates, ownTemplatesAfterHours } = services;
    const { id, plan, createdAt } = caller.account;
    const [records, hasPaid] = await Promise.all([templates.list(id), templates.hasPaid(id)]);
    const left = after === undefined ? records : recordsAfter(records, decodeCursor(after));
    const page = takeFitting(left.map(toEmailTemplate));
    const last = left[page.length - 1];
    const from = ownTemplatesFrom({ plan, createdAt, hasPaid }, ownTemplatesAfterHours);
    return {
      templates: page,
      format: TEMPLATE_FORMAT,
      ...(last && left.length > page.length && { next: encodeCursor(last) }),
      ...(from && { sentFrom: from.toISOString() }),
    };
  },
});

/** Those that follow in the list, also if the one before was deleted meanwhile. */
function recordsAfter(
  records: readonly TemplateRecord[],
  { id, createdAt }: ListCursor,
): readonly TemplateRecord[] {
  const index = records.findIndex(record => record.id === id);
  return index < 0 ? records.filter(record => record.createdAt < createdAt) : records.slice(index + 1);
}
