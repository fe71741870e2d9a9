import { ownTemplatesFrom } from '../email/own-templates.ts';
import { ValidationError } from '../kernel/errors.ts';
import type { CallerContext } from '../kernel/operation.ts';
import type { AnnouncementServices } from './services.ts';

/**
 * The same rule as for email templates: own words are worth most to people who open an account for one mailing.
 * @param path - the member of the input that would send them
 * @throws {ValidationError}
 */
export async function checkMaySend(
  { caller: { account }, services }: CallerContext<AnnouncementServices>,
  path: string,
): Promise<void> {
  const { templates, ownTemplatesAfterHours: hours } = services;
  const from = ownTemplatesFrom({ ...account, hasPaid: await templates.hasPaid(account.id) }, hours);
  if (from)
    throw ValidationError.at(
      path,
      `is possible once the account is ${hours} hours old, at ${from.toISOString()}, or on the Pro plan`,
    );
}
