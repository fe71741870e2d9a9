import { createEmailTemplate } from './create-email-template.ts';
import { deleteEmailTemplate } from './delete-email-template.ts';
import { getEmailTemplate } from './get-email-template.ts';
import { listEmailTemplates } from './list-email-templates.ts';
import { updateEmailTemplate } from './update-email-template.ts';

export const emailTemplateOperations = [
  listEmailTemplates,
  createEmailTemplate,
  getEmailTemplate,
  updateEmailTemplate,
  deleteEmailTemplate,
] as const;
