import { getDefaultEmail } from './get-default-email.ts';
import { previewEmailTemplate } from './preview-email-template.ts';
import { sendTestEmail } from './send-test-email.ts';

/** For people who write email templates. */
export const sampleEmailOperations = [getDefaultEmail, previewEmailTemplate, sendTestEmail] as const;
