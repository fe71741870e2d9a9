import { convert } from 'html-to-text';
import { createTemplateStore } from '../../adapters/postgres/template-store.ts';
import { emailTemplateOperations } from '../../core/email-templates/operations.ts';
import { createGroupHandler } from '../group-handler.ts';
import type { HttpHandler } from '../http-handler.ts';
import type { Environment } from '../settings.ts';

export const createHandler = (environment: Environment): HttpHandler =>
  createGroupHandler('email-templates', environment, emailTemplateOperations, pool => ({
    templates: createTemplateStore(pool),
    htmlToText: html => convert(html, { wordwrap: 78 }),
  }));
