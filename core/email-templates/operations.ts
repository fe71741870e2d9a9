import type { Operation } from '../kernel/operation.ts';
import { createEmailTemplate } from './create-email-template.ts';
import { deleteEmailTemplate } from './delete-email-template.ts';
import { getEmailTemplate } from './get-email-template.ts';
import { listEmailTemplates } from './list-email-templates.ts';
import type { TemplateServices } from './template-store.ts';
import { updateEmailTemplate } from './update-email-template.ts';

export const emailTemplateOperations: readonly Operation<TemplateServices>[] = [
  listEmailTemplates,
  createEmailTemplate,
  getEmailTemplate,
  updateEmailTemplate,
  deleteEmailTemplate,
];
