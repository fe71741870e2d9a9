import { ownTemplatesFrom } from '../email/own-templates.ts';
import type { TemplateContent } from '../email/render-template.ts';
import type { PlanId } from '../kernel/plans.ts';

/** Whether an email is made from a template of the account's, and what that may say. */
export interface Templated {
  readonly plan: PlanId;
  readonly accountCreatedAt: Date;
  /** Whether the account ever paid for anything. */
  readonly hasPaid: boolean;
  /** The waitlist's. */
  readonly description: string | null;
  /** The waitlist's template of the email's kind, in the person's language or any. Null: it has none. */
  readonly template: TemplateContent | null;
}

/**
 * The template that the email is made from; null for the default one, which is all that a new account sends (ADR 15).
 * @param afterHours - how old a free account that never paid must be
 */
export const usableTemplate = (
  { plan, accountCreatedAt: createdAt, hasPaid, template }: Templated,
  afterHours: number,
): TemplateContent | null =>
  ownTemplatesFrom({ plan, createdAt, hasPaid }, afterHours) === null ? template : null;

/** The services of emails that may be made from templates. */
export interface OwnTemplateServices {
  /** How old a free account that never paid must be before its templates are sent. */
  readonly ownTemplatesAfterHours: number;
}
