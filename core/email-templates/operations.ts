import type { Operation } from '../kernel/operation.ts';
import { createEmailTemplate } from './create-email-template.ts';
import { deleteEmailTemplate } from './delete-email-template.ts';
import { getDefaultEmail } from './get-default-email.ts';
import { getEmailTemplate } from './get-email-template.ts';
import { listEmailTemplates } from './list-email-templates.ts';
import { previewEmailTemplate } from './preview-email-template.ts';
import { sendTestEmail } from './send-test-email.ts';
import { updateEmailTemplate } from './update-email-template.ts';

export const emailTemplateOperations = [
  listEmailTemplates,
  createEmailTemplate,
  getEmailTemplate,
  updateEmailTemplate,
  deleteEmailTemplate,
  getDefaultEmail,
  previewEmailTemplate,
  sendTestEmail,
] as const satisfies readonly Operation[];
