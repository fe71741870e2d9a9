import * as z from 'zod';
import { VARIABLES } from '../email/variables.ts';
import { component, DateTime, text, Uuid } from '../kernel/schemas.ts';
import { PALETTE, PINE } from '../markup/tokens.ts';
import { HTML_MAX, HTML_RULES, Html, Subject } from './content.ts';

const Name = () => text({ min: 1, max: 100 }).meta({ description: 'Only shown in your account' });

const WaitlistIds = () =>
  z
    .array(text({ max: 100 }).transform(ref => ref.toLowerCase()))
    .max(1000, 'must contain at most 1000 ids')
    .transform(refs => [...new Set(refs)])
    .meta({ description: 'Ids or slugs of the waitlists whose new signups get it; the whole set' });

const fields = () => ({ name: Name(), subject: Subject(), html: Html(), waitlistIds: WaitlistIds() });

/** `{id}` in a path. Anything but a UUID is a 404. */
export const TemplateId = z.string().meta({ description: 'UUID of the template', format: 'uuid' });

export const CreateEmailTemplateInput = () => z.object(fields()).partial({ waitlistIds: true });

export const UpdateEmailTemplateInput = () =>
  z.object({ id: TemplateId, ...z.object(fields()).partial().shape });

export const EmailTemplate = () =>
  component('EmailTemplate', {
    id: Uuid,
    name: z.string(),
    subject: z.string(),
    html: z.string(),
    waitlistIds: z.array(Uuid),
    createdAt: DateTime,
  });
export type EmailTemplate = z.output<ReturnType<typeof EmailTemplate>>;

/** Everything needed to write a valid template. */
export const TemplateFormat = () =>
  component('EmailTemplateFormat', {
    variables: z.array(z.object({ name: z.string(), description: z.string() })),
    html: z.object({ rules: z.array(z.string()), maxLength: z.int() }),
    example: z.string(),
  });
export type TemplateFormat = z.output<ReturnType<typeof TemplateFormat>>;

/** An example that follows every rule and uses every variable. */
export const EXAMPLE_HTML = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>{{waitlistName}}</title></head>
<body style="margin:0;padding:24px;font-family:sans-serif;color:${PALETTE.ink[0]}">
<h1 style="font-size:24px">You’re #{{position}} on the list for {{waitlistName}}</h1>
<p>Hi {{name}}, thanks for joining. {{description}}</p>
<p><a href="{{statusLink}}" style="color:${PINE}">See your place</a></p>
<p><a href="{{referralLink}}" style="color:${PINE}">Share your link</a> to move up.</p>
</body>
</html>
`;

export const TEMPLATE_FORMAT: TemplateFormat = {
  variables: Object.entries(VARIABLES).map(([name, description]) => ({ name, description })),
  html: { rules: [...HTML_RULES], maxLength: HTML_MAX },
  example: EXAMPLE_HTML,
};
