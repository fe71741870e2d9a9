import * as z from 'zod';
import { type CallerContext, type Creating, defineOperation, EFFECT } from '../kernel/operation.ts';
import { CreateEmailTemplateInput, EmailTemplate, EXAMPLE_HTML } from './schemas.ts';
import { requireStored, showTemplate } from './template.ts';
import type { TemplateServices } from './template-store.ts';

export const createEmailTemplate = defineOperation({
  name: 'create_email_template',
  group: 'email-templates',
  title: 'Create an email template',
  summary: 'Create an email template, and link it to waitlists',
  description:
    'Creates an email that the waitlists in waitlistIds send from then on, instead of the template of that kind and language they had. list_email_templates has the variables of each kind and the rules for html. An account has at most 50 templates.',
  method: 'POST',
  path: '/api/v1/email-templates',
  scope: 'templates:write',
  effect: EFFECT.create,
  status: 201,
  example: {
    name: 'Launch',
    subject: 'You are number {{position}} on the list for {{waitlistName}}',
    html: EXAMPLE_HTML,
  },
  input: CreateEmailTemplateInput,
  output: () => z.object({ template: EmailTemplate() }),
  location: ({ template }) => `/api/v1/email-templates/${template.id}`,
  async run(context: Creating<CallerContext<TemplateServices>>, { waitlistIds = [], ...fields }) {
    const { caller, services, creationId } = context;
    const text = services.htmlToText(fields.html);
    const outcome = await services.templates.insert(
      caller.account.id,
      creationId,
      { ...fields, text },
      waitlistIds,
    );
    return showTemplate(requireStored(outcome, waitlistIds));
  },
});
