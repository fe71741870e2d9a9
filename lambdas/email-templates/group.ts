import { createTemplateStore } from '../../adapters/postgres/template-store.ts';
import { emailTemplateOperations } from '../../core/email-templates/operations.ts';
import type { TemplateServices } from '../../core/email-templates/template-store.ts';
import { operationsOf } from '../../core/kernel/operation.ts';
import { defineGroup } from '../http/group-handler.ts';
import { htmlToText } from '../services/html-to-text.ts';

export const group = defineGroup({
  name: 'email-templates',
  operations: operationsOf<TemplateServices>('email-templates', emailTemplateOperations),
  needs: [],
  createServices: pool => ({
    templates: createTemplateStore(pool),
    htmlToText,
  }),
});
