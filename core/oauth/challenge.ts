import type { Scope } from '../kernel/scopes.ts';
import type { Site } from '../kernel/site.ts';
import { resourceMetadataUrl } from './addresses.ts';

/** What an agent reads that was refused for want of a credential: where to learn how to sign in (RFC 9728). */
export const signInChallenge = (site: Site, isRefused: boolean): string =>
  `Bearer ${isRefused ? 'error="invalid_token", ' : ''}resource_metadata="${resourceMetadataUrl(site)}"`;

/**
 * What an agent reads whose token was not given a scope. It names those that it has as well, because it will ask for what
 * stands here, and for nothing else.
 */
export const scopeChallenge = (site: Site, required: Scope, granted: readonly Scope[]): string =>
  `Bearer error="insufficient_scope", scope="${[...granted, required].join(' ')}", resource_metadata="${resourceMetadataUrl(site)}"`;
