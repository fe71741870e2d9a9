import { createTemplateStore } from '../../adapters/postgres/email-templates/template-store.ts';
import { emailTemplateOperations } from '../../core/email-templates/operations.ts';
import type { TemplateServices } from '../../core/email-templates/template-store.ts';
import { operationsOf } from '../../core/kernel/operation.ts';
import { ownTemplates } from '../../settings/needs.ts';
import { defineGroup } from '../http/group-handler.ts';
import { htmlToText } from '../services/html-to-text.ts';

export const group = defineGroup({
  name: 'email-templates',
  operations: operationsOf<TemplateServices>('email-templates', emailTemplateOperations),
  needs: [ownTemplates],
  createServices: (pool, settings) => ({
    templates: createTemplateStore(pool),
    htmlToText,
    ownTemplatesAfterHours: settings.OWN_TEMPLATES_AFTER_HOURS,
  }),
});
