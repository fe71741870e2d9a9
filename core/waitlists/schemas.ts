import * as z from 'zod';
import { HttpsUrl } from '../kernel/https-url.ts';
import { component, DateTime, isUuid, text, Uuid } from '../kernel/schemas.ts';
import { Design, DesignInput, isBuiltIn } from '../page-code/design.ts';
import { ReactCode } from '../page-code/react-code.ts';
import { pageCodeOf } from '../page-code/templates/templates.ts';
import { Questions, QuestionsInput } from '../questions/question.ts';
import { Door, doorFields, ShownEmailRules } from './door.ts';
import { InvitationPlan, InvitationPlanInput } from './invitation-plan.ts';
import { InviteUrl } from './invite-url.ts';
import { AllowedOrigins, ShareUrl } from './own-site.ts';
import {
  Languages,
  LanguagesInput,
  ReferralMessage,
  TranslationsInput,
  TranslationsShown,
} from './translations.ts';
import { SLUG_LENGTH, SLUG_PATTERN, WaitlistId } from './waitlist-ref.ts';

const Slug = () =>
  z
    .string()
    .refine(slug => SLUG_PATTERN.test(slug), {
      error: `must be ${SLUG_LENGTH.min}-${SLUG_LENGTH.max} lowercase letters, digits, or hyphens`,
    })
    .refine(slug => !isUuid(slug), { error: 'must not look like a uuid' })
    .meta({
      description: 'The page is live at /w/{slug}',
      minLength: SLUG_LENGTH.min,
      maxLength: SLUG_LENGTH.max,
      pattern: SLUG_PATTERN.source,
    });

const ReferralBoost = () =>
  z.int().min(1).max(100).meta({ description: 'Places gained for each successful referral' });

/** Whether people confirm their address before they join (beyond 4). */
const Confirmation = () => z.enum(['none', 'required']);

const fields = () => ({
  name: text({ min: 1, max: 100 }).meta({ description: 'Shown on the page and in the email' }),
  slug: Slug(),
  description: text({ max: 500 })
    .nullable()
    .meta({ description: 'Not on the page; email templates can show it' }),
  reactCode: ReactCode(),
  seoTitle: text({ max: 70 }).nullable(),
  seoDescription: text({ max: 160 }).nullable(),
  seoKeywords: text({ max: 255 }).nullable().meta({ description: 'Comma-separated' }),
  ogImage: HttpsUrl().nullable().meta({
    description: 'Social preview image: an https URL of a PNG or JPG of 1200x630; SVG is rejected',
  }),
  referralEnabled: z.boolean().meta({ description: 'Move referrers up; needs a licensed waitlist' }),
  referralBoost: ReferralBoost(),
  referralMessage: ReferralMessage().nullable().meta({ description: 'Shown after signup' }),
  design: DesignInput().meta({ description: 'Look of the page; only sent members change' }),
  allowedOrigins: AllowedOrigins(),
  shareUrl: ShareUrl().nullable(),
  inviteUrl: InviteUrl().nullable(),
  invitationPlan: InvitationPlanInput().nullable().meta({
    description: 'Invites people by itself; sent whole; needs inviteUrl and the scope invitations:write',
  }),
  confirmation: Confirmation().meta({ description: 'required: people join by a link in an email' }),
  ...doorFields(),
  questions: QuestionsInput(),
  languages: LanguagesInput(),
  translations: TranslationsInput(),
  senderId: z
    .uuid()
    .nullable()
    .meta({ description: 'The sender of its email, once it is active; null: ours' }),
});

interface PageChoice {
  readonly reactCode?: string | undefined;
  readonly design?: DesignInput | undefined;
}

/** A waitlist that was read has both: the template, and its code. */
const eitherCodeOrTemplate = ({ reactCode, design }: PageChoice): boolean =>
  reactCode === undefined ||
  !isBuiltIn(design?.template) ||
  reactCode === pageCodeOf(null, { template: design.template });
const EITHER = { path: ['design', 'template'], error: 'must be custom, or left out, if you send reactCode' };

export const CUSTOM_NEEDS_CODE = 'cannot be custom without page code: send reactCode';
const customHasCode = ({ reactCode, design }: PageChoice): boolean =>
  reactCode !== undefined || design?.template !== 'custom';

export const CreateWaitlistInput = () =>
  z
    .object(fields())
    .partial()
    .required({ name: true })
    .refine(eitherCodeOrTemplate, EITHER)
    .refine(customHasCode, { path: EITHER.path, error: CUSTOM_NEEDS_CODE });
export type CreateWaitlistInput = z.output<ReturnType<typeof CreateWaitlistInput>>;

export const UpdateWaitlistInput = () =>
  z.object({ id: WaitlistId, ...z.object(fields()).partial().shape }).refine(eitherCodeOrTemplate, EITHER);
export type UpdateWaitlistInput = z.output<ReturnType<typeof UpdateWaitlistInput>>;

export const Waitlist = () =>
  component('Waitlist', {
    id: Uuid,
    slug: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    licensed: z.boolean().meta({ description: 'Licensed with the one-time payment' }),
    seoTitle: z.string().nullable(),
    seoDescription: z.string().nullable(),
    seoKeywords: z.string().nullable(),
    ogImage: z.url().nullable(),
    referralEnabled: z.boolean(),
    referralBoost: z.int(),
    referralMessage: z.string().nullable(),
    design: Design(),
    allowedOrigins: z.array(z.string()),
    shareUrl: z.string().nullable(),
    inviteUrl: z.string().nullable(),
    invitationPlan: InvitationPlan().nullable(),
    confirmation: Confirmation(),
    opensAt: DateTime.nullable(),
    closesAt: DateTime.nullable(),
    capacity: z.int().nullable(),
    closedMessage: z.string().nullable(),
    emailRules: ShownEmailRules(),
    door: Door(),
    questions: Questions(),
    languages: Languages(),
    translations: TranslationsShown().optional().meta({ description: 'Not in lists' }),
    senderId: Uuid.nullable(),
    createdAt: DateTime,
    url: z.url().meta({ description: 'The public page' }),
  });
export type Waitlist = z.output<ReturnType<typeof Waitlist>>;

export const WaitlistWithCode = () =>
  component('WaitlistWithCode', { ...Waitlist().shape, reactCode: z.string().optional() });

/** A waitlist after it was created or changed. */
export const SavedWaitlist = () =>
  component('SavedWaitlist', {
    waitlist: Waitlist(),
    warnings: z
      .array(z.string())
      .optional()
      .meta({ description: 'Problems found in reactCode. It was still saved' }),
  });
