import { createTemplateStore } from '../../adapters/postgres/template-store.ts';
import { emailTemplateOperations } from '../../core/email-templates/operations.ts';
import { defineGroup } from '../group-handler.ts';
import { htmlToText } from '../html-to-text.ts';

export const emailTemplatesGroup = defineGroup({
  name: 'email-templates',
  operations: emailTemplateOperations,
  settings: {},
  createServices: pool => ({
    templates: createTemplateStore(pool),
    htmlToText,
  }),
});
