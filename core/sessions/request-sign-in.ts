import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { AccountEmail } from '../account/create-account.ts';
import type { Mailer } from '../email/email.ts';
import { digestEmail } from '../identity/email-digest.ts';
import { mailboxOf } from '../identity/mailbox.ts';
import type { DigestKey } from '../kernel/digest-key.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Networks } from '../kernel/networks.ts';
import type { Site } from '../kernel/site.ts';
import { parseInput } from '../kernel/validation.ts';
import { digestCode, generateCode, generateSecret, hashSecret } from './secret.ts';
import type { SessionStore } from './session-store.ts';
import { renderSignInEmail } from './sign-in-email.ts';

export interface SignInServices {
  readonly site: Site;
  readonly sessions: SessionStore;
  readonly mailer: Mailer;
  readonly digestKey: DigestKey;
}

export interface SignInRequest {
  /** As typed. */
  readonly email: unknown;
  readonly returnTo: string;
  readonly networks: Networks;
}

/** A sign-in for the browser to keep: the code works only together with it. */
export interface PendingSignIn {
  readonly attemptId: string;
  readonly browserSecret: string;
  readonly email: string;
}

const SignInInput = z.object({ email: AccountEmail });

/**
 * Emails a code and a link to an address. It does not reveal whether there is an account: the first sign-in creates it.
 * @throws {ApiError} `validation_failed`, or `rate_limited` for the mailbox or the network.
 */
export async function requestSignIn(
  { site, sessions, mailer, digestKey }: SignInServices,
  request: SignInRequest,
): Promise<PendingSignIn> {
  const { email } = parseInput(SignInInput, { email: request.email });
  const [attemptId, code] = [randomUUID(), generateCode()];
  const [browserSecret, linkSecret] = [generateSecret(), generateSecret()];
  const seconds = await sessions.begin({
    id: attemptId,
    email,
    mailboxDigest: digestEmail(digestKey, mailboxOf(email)),
    networks: request.networks,
    codeDigest: digestCode(digestKey, attemptId, code),
    linkHash: hashSecret(linkSecret),
    browserHash: hashSecret(browserSecret),
    returnTo: request.returnTo,
  });
  if (seconds > 0) throw tooManyRequests(seconds);
  // Sent right now, not by the outbox: a person waits for it, and a code must not sit in a queue.
  await mailer.send(
    renderSignInEmail({ to: email, code, link: `${site.baseUrl}/sign-in/link?token=${linkSecret}` }),
    { emailDigest: digestEmail(digestKey, email), waitlistId: null },
  );
  return { attemptId, browserSecret, email };
}

const tooManyRequests = (seconds: number): ApiError => {
  const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
  return new ApiError('rate_limited', 'Too many sign-in emails were requested', {
    headers: { 'retry-after': String(seconds) },
    resolution: `Use the latest email, or try again in ${wait}.`,
  });
};
