import { domainToASCII, domainToUnicode } from 'node:url';
import * as z from 'zod';
import { ValidationError } from '../kernel/errors.ts';
import { Moment, text } from '../kernel/schemas.ts';
import { fill, formatChoice } from '../languages/format.ts';
import type { Language } from '../languages/language.ts';
import { type Texts, textsOf } from '../languages/texts.ts';

/** Whether people can join. If several reasons prevent it, the first of closed, not_yet, full (beyond 12). */
export const Door = () => z.enum(['open', 'not_yet', 'closed', 'full']);
export type Door = z.output<ReturnType<typeof Door>>;

/** A door that is not open. */
export type ClosedDoor = Exclude<Door, 'open'>;

const MAX_DOMAINS = 100;
const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Lower case and Punycode, as addresses are compared. */
const EmailDomain = z
  .string()
  .max(253, 'must be at most 253 characters')
  .transform(domain => domainToASCII(domain.trim()))
  .pipe(z.string().regex(DOMAIN, 'must be a domain like example.com'));

const Domains = () =>
  z
    .array(EmailDomain)
    .max(MAX_DOMAINS, `must have at most ${MAX_DOMAINS} domains`)
    .transform(domains => [...new Set(domains)]);

/** Which addresses may join. A domain means those below it too. */
export const EmailRules = () =>
  z.object({
    blockDisposable: z.boolean().default(false),
    allow: Domains().default([]).meta({ description: 'If not empty, nobody else may join' }),
    block: Domains().default([]).meta({ description: 'Beats allow' }),
  });
export type EmailRules = z.output<ReturnType<typeof EmailRules>>;

/** The rules as the API shows them. */
export const ShownEmailRules = () =>
  z.object({ blockDisposable: z.boolean(), allow: z.array(z.string()), block: z.array(z.string()) });

/** The rules of a waitlist that has none. */
export const ANY_EMAIL: EmailRules = { blockDisposable: false, allow: [], block: [] };

/** What a waitlist says instead of its form. */
export const ClosedMessage = () => text({ max: 200 });

/** The members of a waitlist that decide who may join, and when. */
export const doorFields = () => ({
  opensAt: Moment().nullable(),
  closesAt: Moment().nullable().meta({ description: 'The current time closes it' }),
  capacity: z.int().min(1).max(10_000_000).nullable(),
  closedMessage: ClosedMessage().nullable().meta({ description: 'Shown instead of the form' }),
  emailRules: EmailRules(),
});

/** 400: `closesAt` is before `opensAt`. */
export const closesBeforeItOpens = (): ValidationError =>
  ValidationError.at('closesAt', 'must not be before opensAt');

const isAt = (domain: string, rules: readonly string[]): boolean =>
  rules.some(rule => domain === rule || domain.endsWith(`.${rule}`));

/**
 * Why an address may not join, for a visitor; null: it may.
 * @param email - a valid address
 */
export function refuseEmail(
  { blockDisposable, allow, block }: EmailRules,
  email: string,
  isDisposable: (email: string) => boolean,
  language: Language,
): string | null {
  const { errors } = textsOf(language);
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (isAt(domain, block)) return fill(errors.emailBlocked, { domains: domainToUnicode(domain) });
  if (allow.length > 3 && !isAt(domain, allow)) return errors.emailElsewhere;
  if (allow.length > 0 && !isAt(domain, allow))
    return fill(errors.emailOnly, { domains: formatChoice(language, allow.map(domainToUnicode)) });
  return blockDisposable && isDisposable(email) ? errors.emailThrowaway : null;
}

/** What visitors read instead of the form. */
export const closedText = (texts: Texts['door'], door: ClosedDoor, closedMessage: string | null): string =>
  closedMessage !== null && closedMessage.trim() !== '' ? closedMessage : texts.closed[door];

interface Schedule {
  readonly opensAt: string | null;
  readonly closesAt: string | null;
}

/** Whole seconds until a door opens or closes by itself; null: it does not. */
export function secondsToNextChange({ opensAt, closesAt }: Schedule, now: number): number | null {
  const left = [opensAt, closesAt].flatMap(time => (time === null ? [] : Date.parse(time) - now));
  const next = Math.min(...left.filter(ms => ms > 0));
  return next === Number.POSITIVE_INFINITY ? null : Math.floor(next / 1000);
}
