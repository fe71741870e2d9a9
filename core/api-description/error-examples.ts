import {
  ApiError,
  type ErrorBody,
  type ErrorCode,
  InsufficientScopeError,
  notFound,
  PaymentRequiredError,
  toApiError,
  unauthorized,
  ValidationError,
} from '../kernel/errors.ts';
import type { Site } from '../kernel/site.ts';
import { errors } from '../languages/texts/en/errors.ts';
import { SAMPLE_REQUEST_ID } from './response-headers.ts';

/** An error code in the description. */
interface DescribedError {
  /** When it occurs, as a sentence without a period. */
  readonly when: string;
  readonly example: (site: Site) => ApiError;
}

const error =
  (code: ErrorCode, message: string, resolution: string): DescribedError['example'] =>
  () =>
    new ApiError(code, message, { resolution });

const upgrade =
  (
    code: 'license_required' | 'capability_required',
    message: string,
    price: 'licensePriceUsd' | 'proPriceUsd',
  ): DescribedError['example'] =>
  site =>
    new PaymentRequiredError(code, message, {
      upgradeUrl: `${site.baseUrl}/dashboard/billing`,
      priceUsd: site[price],
      resolution: 'Upgrade at upgradeUrl, then send the request again.',
    });

const AGAIN = 'Wait 5 seconds and try again.';

/** When each code occurs, and an error with it. */
export const DESCRIBED_ERRORS: Readonly<Record<ErrorCode, DescribedError>> = {
  validation_failed: {
    when: 'A field is missing or invalid; `details` names each',
    example: () => ValidationError.at('name', 'is required'),
  },
  invalid_json: {
    when: 'The body is not a JSON object',
    example: error('invalid_json', 'The body is not valid JSON: it does not parse', 'Send one JSON object.'),
  },
  unsupported_media_type: {
    when: 'The body has another content type, or is compressed',
    example: error(
      'unsupported_media_type',
      'The body must be JSON',
      'Send the header "Content-Type: application/json" and a JSON object.',
    ),
  },
  unauthorized: {
    when: 'The key or token is missing, malformed, or revoked',
    example: () => unauthorized('The API key is malformed'),
  },
  license_required: {
    when: 'The waitlist needs a license',
    example: upgrade('license_required', 'Referrals need a license for this waitlist', 'licensePriceUsd'),
  },
  capability_required: {
    when: 'The plan does not include this',
    example: upgrade('capability_required', 'The Free plan does not include custom domains', 'proPriceUsd'),
  },
  insufficient_scope: {
    when: 'The key or token lacks the scope',
    example: () =>
      new InsufficientScopeError('waitlists:write', { kind: 'api_key', scopes: ['waitlists:read'] }),
  },
  forbidden: {
    when: 'Only people in the dashboard may do this',
    example: error(
      'forbidden',
      'This request did not come from the dashboard',
      'Use the dashboard, or send an API key.',
    ),
  },
  challenge_failed: {
    when: 'The bot check is missing or failed',
    example: error(
      'challenge_failed',
      'This page requires a human check',
      'Reload the page, complete the check, and try again.',
    ),
  },
  origin_not_allowed: {
    when: 'The waitlist does not list this site in `allowedOrigins`',
    example: error('origin_not_allowed', errors.badSite, errors.badSiteAdvice),
  },
  waitlist_closed: {
    when: 'The waitlist is not open yet, closed, or full',
    example: error('waitlist_closed', 'This waitlist is closed', 'People on the list keep their place.'),
  },
  not_found: {
    when: 'There is no such resource, or it belongs to another account',
    example: () => notFound('waitlist'),
  },
  method_not_allowed: {
    when: 'The path exists, but not with this method',
    example: error('method_not_allowed', 'This path supports GET', 'Use one of GET.'),
  },
  request_in_progress: {
    when: 'The first request with this `Idempotency-Key` is still running',
    example: error(
      'request_in_progress',
      'The first request with this Idempotency-Key is still running',
      'Send the same request again in a few seconds to get its answer.',
    ),
  },
  not_editable: {
    when: 'The announcement can no longer be changed',
    example: error(
      'not_editable',
      "The announcement is sent, so it can't be changed",
      'Create another announcement. Only drafts and scheduled ones can be changed and sent.',
    ),
  },
  invitation_expired: {
    when: 'The invitation has expired or was withdrawn',
    example: error(
      'invitation_expired',
      'The invitation has expired or was withdrawn',
      'The person waits again. Invite them again with invite_entries.',
    ),
  },
  precondition_failed: {
    when: 'The resource has changed since you read it: `If-Match` names an old `ETag`',
    example: error(
      'precondition_failed',
      'The resource has changed since you read it',
      'Fetch it again, reapply your change, and send the new ETag in If-Match.',
    ),
  },
  payload_too_large: {
    when: 'The request is too large',
    example: error(
      'payload_too_large',
      'The file is larger than 5 MB',
      'Upload an image of at most 5000000 bytes. Try smaller dimensions or stronger compression.',
    ),
  },
  domain_registration_failed: {
    when: 'The domain cannot be used',
    example: error(
      'domain_registration_failed',
      'This domain is connected to another waitlist',
      'Disconnect it there first, or use another domain.',
    ),
  },
  database_connection_failed: {
    when: 'Your database cannot be reached or used',
    example: error(
      'database_connection_failed',
      'The host name of the database does not exist',
      'Fix what error describes, test it with testOnly, then send the request again.',
    ),
  },
  generation_failed: {
    when: 'No usable page was written',
    example: error(
      'generation_failed',
      'The page that was written does not work',
      'Try again, with another description.',
    ),
  },
  limit_reached: {
    when: 'A limit is reached',
    example: error(
      'limit_reached',
      'The Free plan allows 20 waitlists',
      'Delete one first, or upgrade in the dashboard.',
    ),
  },
  invite_url_required: {
    when: 'The waitlist has no `inviteUrl`',
    example: error(
      'invite_url_required',
      'Set inviteUrl before inviting people',
      'Set inviteUrl with update_waitlist (PATCH /api/v1/waitlists/{id}) to where invited people go.',
    ),
  },
  idempotency_key_reused: {
    when: 'The `Idempotency-Key` was used for another request',
    example: error(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request',
      'Send a new key with each new request, and the same key only to repeat one.',
    ),
  },
  rate_limited: {
    when: 'There were too many requests; `Retry-After` says when to try again',
    example: error('rate_limited', 'Too many requests', AGAIN),
  },
  internal_error: {
    when: 'The service failed unexpectedly',
    example: () => toApiError(undefined),
  },
  service_unavailable: {
    when: 'The service is unavailable; `Retry-After` says when to try again',
    example: error('service_unavailable', errors.unavailable, AGAIN),
  },
  external_database_unavailable: {
    when: 'Your own database is unavailable',
    example: error(
      'external_database_unavailable',
      'Your database is unavailable: it did not answer in time',
      'Bring it back, or connect it again if its address or password changed.',
    ),
  },
  payments_unavailable: {
    when: 'Payments are unavailable',
    example: error('payments_unavailable', 'Payments are unavailable right now', AGAIN),
  },
  generation_unavailable: {
    when: 'No page can be written right now',
    example: error(
      'generation_unavailable',
      'The page was not written in time',
      'Nothing was counted. Try again, with a shorter description.',
    ),
  },
};

/** The body of an error with this code. */
export const errorExample = (code: ErrorCode, site: Site): ErrorBody =>
  DESCRIBED_ERRORS[code].example(site).toBody(SAMPLE_REQUEST_ID);
