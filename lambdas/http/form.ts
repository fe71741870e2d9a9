import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ApiError } from '../../core/kernel/errors.ts';
import type { Site } from '../../core/kernel/site.ts';
import { header } from '../middleware/api-request.ts';

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;

export const isForm = (event: APIGatewayProxyEventV2): boolean =>
  FORM.test(header(event, 'content-type') ?? '');

/** The fields of a form, of our own pages or another site. */
export function formFields(event: APIGatewayProxyEventV2): URLSearchParams {
  const body = event.body ?? '';
  return new URLSearchParams(event.isBase64Encoded ? Buffer.from(body, 'base64').toString() : body);
}

/**
 * The fields of a form posted by one of our own pages. Browsers name the page with every POST; anything
 * else is forged. `SameSite=Lax` also withholds the cookie then.
 * @throws {ApiError} if the form is not ours
 */
export function ownForm(event: APIGatewayProxyEventV2, site: Site): URLSearchParams {
  if (header(event, 'origin') !== new URL(site.baseUrl).origin) {
    throw new ApiError('validation_failed', 'This form was not sent from our own page', {
      resolution: 'Open the page again and send the form from there.',
    });
  }
  if (!isForm(event)) {
    throw new ApiError('unsupported_media_type', 'This is not a form', {
      resolution: 'Open the page again and send the form from there.',
    });
  }
  return formFields(event);
}
