import { getDefaultEmail } from './get-default-email.ts';
import { previewEmailTemplate } from './preview-email-template.ts';
import { sendTestEmail } from './send-test-email.ts';

/** Those for people, apart, because the dashboard's function needs no other. */
export const peopleTemplateOperations = [getDefaultEmail, previewEmailTemplate, sendTestEmail] as const;
