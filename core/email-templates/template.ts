import { ValidationError } from '../errors.ts';
import { isUuid } from '../schemas.ts';
import type { EmailTemplate } from './schemas.ts';
import type { TemplateRecord, UnknownWaitlist } from './template-store.ts';

/** A template as its holder sees it. */
export const toEmailTemplate = ({ createdAt, waitlistIds, ...record }: TemplateRecord): EmailTemplate => ({
  ...record,
  waitlistIds: [...waitlistIds],
  createdAt: createdAt.toISOString(),
});

/** The uuid in a path, or null for text that can name no template. */
export const toTemplateId = (text: string): string | null => (isUuid(text) ? text.toLowerCase() : null);

/**
 * The record, when the store knew all of the waitlists.
 * @throws {ValidationError} naming the one that it did not.
 */
export function requireKnownWaitlists(outcome: TemplateRecord | UnknownWaitlist): TemplateRecord {
  if ('unknownWaitlist' in outcome) {
    throw ValidationError.at(`waitlistIds.${outcome.unknownWaitlist}`, 'is no waitlist of this account');
  }
  return outcome;
}
