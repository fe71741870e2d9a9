import type { Scope } from '../kernel/scopes.ts';
import type { Site } from '../kernel/site.ts';
import { resourceMetadataUrl } from './addresses.ts';

/** `WWW-Authenticate` for an agent without a valid credential: where to sign in (RFC 9728). */
export const signInChallenge = (site: Site, isRefused: boolean): string =>
  `Bearer ${isRefused ? 'error="invalid_token", ' : ''}resource_metadata="${resourceMetadataUrl(site)}"`;

/**
 * `WWW-Authenticate` for a missing scope. Lists the granted scopes too, because clients request exactly
 * what it lists.
 */
export const scopeChallenge = (site: Site, required: Scope, granted: readonly Scope[]): string =>
  `Bearer error="insufficient_scope", scope="${[...granted, required].join(' ')}", resource_metadata="${resourceMetadataUrl(site)}"`;
