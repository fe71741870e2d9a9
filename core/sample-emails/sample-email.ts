import * as z from 'zod';
import type { ActiveDomains } from '../domains/domain-store.ts';
import type { Email } from '../email/email.ts';
import type { PlaceFacts } from '../email/place-email.ts';
import { type Place, placeFacts } from '../email/place-record.ts';
import type { TemplateContent } from '../email/render-template.ts';
import type { OwnerMailServices } from '../email/send-to-owner.ts';
import { stopUrl } from '../email/stop-link.ts';
import type { TemplateKind } from '../email/template-kinds.ts';
import { composeConfirmation } from '../email-templates/compose-confirmation.ts';
import type { Person } from '../email-templates/compose-email.ts';
import type { TemplateServices } from '../email-templates/template-store.ts';
import { composeInvitation } from '../invitations/compose-invitation.ts';
import { inviteLink } from '../invitations/invitation-code.ts';
import type { CallerContext } from '../kernel/operation.ts';
import { confirmUrl } from '../kernel/site.ts';
import { LANGUAGES, type Language, languageAmong } from '../languages/language.ts';
import { composeMovedUp } from '../referrals/compose-moved-up.ts';
import { composeConfirmAddress } from '../signups/compose-confirm-address.ts';
import { requireWaitlist, type WaitlistFinder } from '../waitlists/require-waitlist.ts';
import type { WaitlistRecord } from '../waitlists/waitlist.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';

/** The waitlist of a sample. */
export type SampleWaitlist = Pick<
  WaitlistRecord,
  | 'name'
  | 'description'
  | 'slug'
  | 'shareUrl'
  | 'inviteUrl'
  | 'referralEnabled'
  | 'referralBoost'
  | 'design'
  | 'languages'
> &
  Pick<Place, 'domain'>;

const SAMPLE: SampleWaitlist = {
  name: 'Rocket Bikes',
  description: 'The first bicycle with a launch pad.',
  slug: 'rocket-bikes',
  domain: null,
  shareUrl: null,
  inviteUrl: null,
  referralEnabled: false,
  referralBoost: 1,
  design: {},
  languages: ['en'],
};

/** The services of previews and test emails. */
export interface SampleEmailServices
  extends Pick<TemplateServices, 'htmlToText'>,
    OwnerMailServices,
    WaitlistFinder {
  readonly domains: ActiveDomains;
}

/** The waitlist to take values from; by default a sample. */
export const SampleWaitlistId = () =>
  WaitlistId.optional().meta({
    description: 'A waitlist whose name and description to show; by default a sample',
  });

/** The language of the reader. */
export const SampleLanguage = () =>
  z
    .enum(LANGUAGES)
    .nullish()
    .meta({ description: 'Of the person who gets it; by default the first of the waitlist' });

/** A template, saved or not. */
interface SampleText {
  readonly subject: string;
  readonly html: string;
}

interface SampleOf {
  readonly kind: TemplateKind;
  /** Null for the default email. */
  readonly template: SampleText | null;
  readonly language: Language;
  readonly waitlist: SampleWaitlist;
}

/** The language of a sample's reader. */
export const sampleLanguage = (
  { languages }: SampleWaitlist,
  language: Language | null | undefined,
): Language => language ?? languageAmong(languages, null);

type Context = CallerContext<SampleEmailServices>;

/**
 * The waitlist to take values from.
 * @throws {ApiError} `not_found`
 */
export async function findSample(
  { caller, services }: Context,
  waitlistId: string | undefined,
): Promise<SampleWaitlist> {
  if (waitlistId === undefined) return SAMPLE;
  const waitlist = await requireWaitlist(services, caller.account.id, waitlistId);
  return { ...waitlist, domain: await services.domains.of(waitlist.id) };
}

const SAMPLE_DAYS = 14;
const INVITE_URL = 'https://rocket.example/welcome';

/** The email of each kind to a made-up person. Its links lead to pages that say that they are nobody's. */
const COMPOSE: Readonly<Record<TemplateKind, (sample: Sample) => Email>> = {
  confirmation: ({ place, template, person }) => composeConfirmation(place, template, person),
  moved_up: ({ place, template, person }) => composeMovedUp({ ...place, movedBy: 5 }, template, person),
  confirm_address: ({ place, template, person, confirmUrl }) =>
    composeConfirmAddress({ ...place, confirmUrl }, template, person),
  invitation: ({ place, template, person, inviteUrl }) =>
    composeInvitation(
      {
        ...place,
        // An account adds it to the default email or not.
        message: template && 'Thank you for waiting.\nWe built this for you.',
        link: inviteLink(inviteUrl ?? INVITE_URL, 'your-code'),
        expiresAt: new Date(Date.now() + SAMPLE_DAYS * 24 * 3600_000),
      },
      template,
      person,
    ),
};

interface Sample {
  readonly place: PlaceFacts;
  readonly template: TemplateContent | null;
  readonly person: Person;
  readonly confirmUrl: string;
  readonly inviteUrl: string | null;
}

/** Renders the email that somebody would get from the waitlist, made from a template, or by default. */
export function renderSample(
  { caller, services, site }: Context,
  { kind, template, language, waitlist }: SampleOf,
): Email {
  const { name: waitlistName, description, inviteUrl } = waitlist;
  return COMPOSE[kind]({
    place: placeFacts(
      site,
      {
        ...waitlist,
        language,
        waitlistName,
        position: 128,
        referralCode: 'SAMPLE',
      },
      { to: caller.account.email, statusToken: 'sample', stopUrl: stopUrl(site, 'sample') },
    ),
    template: template && { ...template, text: services.htmlToText(template.html) },
    person: { name: 'Ada', description },
    confirmUrl: confirmUrl(site, 'sample'),
    inviteUrl,
  });
}
