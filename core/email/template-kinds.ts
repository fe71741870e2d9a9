import { VALID_HOURS } from './valid-hours.ts';

/** The emails that an account can write itself (beyond 15). */
export const TEMPLATE_KINDS = ['confirmation', 'confirm_address', 'invitation', 'moved_up'] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

/** Every variable of templates, with its description. */
export const VARIABLES = {
  waitlistName: 'The waitlist’s name',
  description: 'The waitlist’s description; empty if it has none',
  name: 'The name the person gave; “there” if none, as in Hi there; {{name|friend}} says “friend” instead',
  position: 'Place in line when the email is sent, e.g. 128',
  movedBy: 'How many places friends moved them up, e.g. 5',
  referralLink: 'The person’s referral link',
  statusLink: 'The link to the person’s place',
  confirmLink: `The link that confirms the address; it works for ${VALID_HOURS} hours`,
  inviteLink: 'The link of the person’s invitation',
  message: 'The message you invite with; empty if none',
  expiresOn: 'The last day of the invitation, e.g. December 9, 2026',
} as const;
export type VariableName = keyof typeof VARIABLES;

/** Only their values may start a URL. */
export const LINK_VARIABLES = [
  'referralLink',
  'statusLink',
  'confirmLink',
  'inviteLink',
] as const satisfies readonly VariableName[];

const PLACE = [
  'waitlistName',
  'description',
  'name',
  'position',
  'referralLink',
  'statusLink',
] as const satisfies readonly VariableName[];

/**
 * The variables that each kind knows. An address that nobody has confirmed gets no text typed by a visitor, so
 * `confirm_address` has no name.
 */
export const VARIABLES_OF = {
  confirmation: PLACE,
  confirm_address: ['waitlistName', 'description', 'confirmLink'],
  invitation: ['waitlistName', 'description', 'name', 'inviteLink', 'message', 'expiresOn'],
  moved_up: [...PLACE, 'movedBy'],
} as const satisfies Readonly<Record<TemplateKind, readonly VariableName[]>>;

/** Plain-text values for one email of a kind. */
export type ValuesOf<Kind extends TemplateKind> = Readonly<
  Record<(typeof VARIABLES_OF)[Kind][number], string>
>;

/** The link without which an email of the kind is of no use; null: it needs none. */
export const NEEDED_LINK = {
  confirmation: null,
  confirm_address: 'confirmLink',
  invitation: 'inviteLink',
  moved_up: null,
} as const satisfies Readonly<Record<TemplateKind, VariableName | null>>;
