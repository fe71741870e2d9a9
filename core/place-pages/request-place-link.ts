import type * as z from 'zod';
import { digestEmail } from '../identity/email-digest.ts';
import type { DigestKey } from '../kernel/digest-key.ts';
import { noSuchPage, throwIn } from '../kernel/errors.ts';
import type { Networks } from '../kernel/networks.ts';
import { tooManyAttempts } from '../kernel/rate-limit.ts';
import { parseInput } from '../kernel/validation.ts';
import { chooseLanguage, type Wish } from '../languages/negotiate.ts';
import { type Texts, textsOf } from '../languages/texts.ts';
import { SLUG_PATTERN } from '../waitlists/waitlist-ref.ts';
import type { PlaceLinkRequests, RequestPurpose } from './place-link-store.ts';
import { PlaceLinkInput } from './schemas.ts';

const MESSAGES = {
  place: 'placeLink',
  leave: 'leaveLink',
} as const satisfies Record<RequestPurpose, keyof Texts['errors']>;

interface PlaceLinkRequestServices {
  readonly placeLinks: Pick<PlaceLinkRequests, 'request'>;
  readonly digestKey: DigestKey;
}

export interface PlaceLinkAttempt {
  readonly slug: string;
  readonly networks: Networks;
  /** Reads the body. Errors are thrown after the attempt was counted. */
  readonly readBody: () => unknown;
  readonly wish: Wish;
}

function readRequest(
  readBody: () => unknown,
): z.output<typeof PlaceLinkInput> | { email: null; purpose: 'place'; fault: unknown } {
  try {
    return parseInput(PlaceLinkInput, readBody());
  } catch (fault) {
    return { email: null, purpose: 'place', fault };
  }
}

/**
 * Mails the link to a place, or to leave the list. The answer says nothing about the address.
 * @throws {ApiError} `not_found`, `rate_limited`, input errors, in this order
 */
export async function requestPlaceLink(
  { placeLinks, digestKey }: PlaceLinkRequestServices,
  { slug, networks, readBody, wish }: PlaceLinkAttempt,
): Promise<{ readonly message: string }> {
  if (!SLUG_PATTERN.test(slug)) throw noSuchPage();
  const posted = readRequest(readBody);
  const { email, purpose } = posted;
  const outcome = await placeLinks.request({
    slug,
    networks,
    email,
    purpose,
    emailDigest: email === null ? null : digestEmail(digestKey, email),
  });
  if (outcome.status === 'no_such_waitlist') throw noSuchPage();
  const language = chooseLanguage(outcome.languages, wish);
  if (outcome.status === 'refused') throwIn(language, tooManyAttempts(outcome.resetSeconds));
  if (posted.email === null) throwIn(language, posted.fault);
  return { message: textsOf(language).errors[MESSAGES[purpose]] };
}
