import * as z from 'zod';
import {
  NEEDED_LINK,
  TEMPLATE_KINDS,
  type TemplateKind,
  VARIABLES,
  VARIABLES_OF,
} from '../email/template-kinds.ts';
import { component, DateTime, text, Uuid } from '../kernel/schemas.ts';
import { LANGUAGES } from '../languages/language.ts';
import { PALETTE, PINE } from '../markup/tokens.ts';
import { HTML_MAX, HTML_RULES, Html, refuseOtherKinds, Subject } from './content.ts';

const Name = () => text({ min: 1, max: 100 }).meta({ description: 'Only shown in your account' });

const WaitlistIds = () =>
  z
    .array(text({ max: 100 }).transform(ref => ref.toLowerCase()))
    .max(1000, 'must contain at most 1000 ids')
    .transform(refs => [...new Set(refs)])
    .meta({ description: 'Ids or slugs of the waitlists that use it; the whole set' });

export const Kind = () =>
  z.enum(TEMPLATE_KINDS).meta({
    description: 'html of confirm_address needs {{confirmLink}}, of invitation {{inviteLink}}',
  });

const LanguageOrAny = () =>
  z.enum(LANGUAGES).nullable().meta({ description: 'Of the people who get it; null: any other' });

const fields = () => ({
  name: Name(),
  subject: Subject(),
  html: Html(),
  waitlistIds: WaitlistIds(),
});

/** `{id}` in a path. Anything but a UUID is a 404. */
export const TemplateId = z.string().meta({ description: 'UUID of the template', format: 'uuid' });

export const CreateEmailTemplateInput = () =>
  z
    .object({
      ...fields(),
      kind: Kind().default('confirmation'),
      language: LanguageOrAny().default(null),
      waitlistIds: WaitlistIds().optional(),
    })
    .superRefine(refuseOtherKinds);

export const UpdateEmailTemplateInput = () =>
  z.object({
    id: TemplateId,
    ...z.object({ ...fields(), kind: Kind(), language: LanguageOrAny() }).partial().shape,
  });

export const EmailTemplate = () =>
  component('EmailTemplate', {
    id: Uuid,
    name: z.string(),
    kind: z.enum(TEMPLATE_KINDS),
    language: z.enum(LANGUAGES).nullable(),
    subject: z.string(),
    html: z.string(),
    waitlistIds: z.array(Uuid),
    createdAt: DateTime,
  });
export type EmailTemplate = z.output<ReturnType<typeof EmailTemplate>>;

/** Everything needed to write a valid template. */
export const TemplateFormat = () => {
  const Variables = () => z.array(z.object({ name: z.string(), description: z.string() }));
  return component('EmailTemplateFormat', {
    variables: Variables().meta({ description: 'Of kind confirmation' }),
    kinds: z.array(
      z.object({
        kind: z.enum(TEMPLATE_KINDS),
        variables: Variables(),
        needs: z.string().nullable().meta({ description: 'The variable that its html must have' }),
      }),
    ),
    html: z.object({ rules: z.array(z.string()), maxLength: z.int() }),
    example: z.string(),
  });
};
export type TemplateFormat = z.output<ReturnType<typeof TemplateFormat>>;

/** A confirmation that follows every rule and uses every variable. */
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

const variablesOf = (kind: TemplateKind) =>
  VARIABLES_OF[kind].map(name => ({ name, description: VARIABLES[name] }));

export const TEMPLATE_FORMAT: TemplateFormat = {
  variables: variablesOf('confirmation'),
  kinds: TEMPLATE_KINDS.map(kind => ({ kind, variables: variablesOf(kind), needs: NEEDED_LINK[kind] })),
  html: { rules: [...HTML_RULES], maxLength: HTML_MAX },
  example: EXAMPLE_HTML,
};
