import * as z from 'zod';
import { ValidationError } from '../kernel/errors.ts';
import { HttpsUrl } from '../kernel/https-url.ts';
import { text } from '../kernel/schemas.ts';
import type { Site } from '../kernel/site.ts';

const MAX_ORIGINS = 20;

const HOST = String.raw`([\w.-]+|\[[\da-f:]+\])`;
const ORIGIN = new RegExp(`^https?://${HOST}(:\\d+)?$`);
const LOOPBACK = /^http:\/\/(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/;

/** Compared byte by byte with the `Origin` header, so it must be exactly what browsers send. */
const isOrigin = (value: string): boolean =>
  ORIGIN.test(value) && URL.canParse(value) && new URL(value).origin === value;

export const AllowedOrigins = () =>
  z
    .array(
      text({ max: 300 }).refine(isOrigin, {
        error: 'must be an origin as browsers send it, like https://example.com',
      }),
    )
    .max(MAX_ORIGINS, `must have at most ${MAX_ORIGINS} origins`)
    .meta({ description: 'Sites whose pages may send signups, like https://example.com' });

/** The database decides whether its origin is allowed, because either of the two may change alone. */
export const ShareUrl = () =>
  HttpsUrl()
    .refine(url => !/[?#]/.test(url), { error: 'must have no query and no fragment' })
    .meta({
      description: 'Where referral links lead: a URL that starts with one of allowedOrigins; null: the page',
    });

/**
 * Refuses origins without TLS, except on loopback where the site allows that.
 * @throws {ValidationError}
 */
export function checkAllowedOrigins(site: Site, origins: readonly string[] = []): void {
  for (const [index, origin] of origins.entries()) {
    const isSecure = origin.startsWith('https:') || (site.allowInsecureLoopback && LOOPBACK.test(origin));
    if (!isSecure) throw ValidationError.at(`allowedOrigins.${index}`, 'must start with https://');
  }
}

/** 400: `shareUrl` is, or would be, on an origin that is not allowed. */
export const shareUrlNotAllowed = (): ValidationError =>
  ValidationError.at('shareUrl', 'must start with one of allowedOrigins');
