import { createTemplateStore } from '../../adapters/postgres/template-store.ts';
import { emailTemplateOperations } from '../../core/email-templates/operations.ts';
import { defineGroup } from '../http/group-handler.ts';
import { htmlToText } from '../services/html-to-text.ts';

export const emailTemplatesGroup = defineGroup({
  name: 'email-templates',
  operations: emailTemplateOperations,
  settings: {},
  createServices: pool => ({
    templates: createTemplateStore(pool),
    htmlToText,
  }),
});
