import { createHash } from 'node:crypto';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { hashCredential } from '../../core/account/credential-format.ts';
import type { Scope } from '../../core/kernel/scopes.ts';
import type { OAuthStore, Payload } from '../../core/oauth/oauth-store.ts';
import { ownScopes } from '../../core/oauth/request-parameters.ts';

/**
 * Within this time, a code that is sent again is only refused, because clients send it twice at once, and a refresh token
 * continues the same consent, because its client may have lost the response. Later reuse counts as theft and ends the
 * consent. The library checks client, verifier, and redirect URI first: strangers can neither redeem a code nor end a consent.
 */
const RETRY_SECONDS = 10;

/** Placeholder for the id, which is the secret itself. */
const ID = '{id}';

/** Removes the id from a payload, also from the address to return to. */
function withoutId(id: string, { jti: _, ...payload }: AdapterPayload): Payload {
  return typeof payload.returnTo === 'string'
    ? { ...payload, returnTo: payload.returnTo.replaceAll(id, ID) }
    : payload;
}

function withId(id: string, payload: Payload): AdapterPayload {
  const { returnTo } = payload;
  return {
    ...payload,
    jti: id,
    ...(typeof returnTo === 'string' && { returnTo: returnTo.replaceAll(ID, id) }),
  } as AdapterPayload;
}

export const hashClientSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url');

/** Features of the library that we do not use: device codes, its own sessions, logouts. */
const absent = {
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  // Everything under a consent goes with it.
  revokeByGrantId: async () => undefined,
};

const clients = (store: OAuthStore): Adapter => ({
  ...absent,
  async find(id) {
    return ((await store.findClient(id)) ?? undefined) as AdapterPayload | undefined;
  },
  async upsert(id, { client_secret: secret, ...metadata }) {
    const kept = { ...metadata, ...(secret !== undefined && { client_secret: hashClientSecret(secret) }) };
    await store.saveClient(id, metadata.client_name ?? '', kept);
  },
  destroy: async () => undefined,
});

/** The scopes of a grant, which the library keeps for each resource. */
const scopesOf = (resources: unknown): Scope[] =>
  ownScopes(Object.values((resources ?? {}) as Record<string, string>).join(' '));

const grants = (store: OAuthStore): Adapter => ({
  ...absent,
  async find(id) {
    const payload = await store.findGrant(id);
    return payload ? withId(id, payload) : undefined;
  },
  async upsert(id, payload, expiresInSeconds = 0) {
    const { accountId = '', clientId = '', resources, rejected } = payload;
    await store.saveGrant({
      id,
      accountId,
      clientId,
      scopes: scopesOf(resources),
      declined: scopesOf((rejected as AdapterPayload | undefined)?.resources),
      payload: withoutId(id, payload),
      expiresInSeconds,
    });
  },
  destroy: id => store.endGrant(id),
});

const accessTokens = (store: OAuthStore): Adapter => ({
  ...absent,
  async find(id) {
    const payload = await store.findAccessToken(hashCredential(id));
    return payload ? withId(id, payload) : undefined;
  },
  async upsert(id, payload, expiresInSeconds = 0) {
    await store.saveAccessToken({
      hash: hashCredential(id),
      grantId: payload.grantId ?? '',
      scopes: ownScopes(payload.scope),
      payload: withoutId(id, payload),
      expiresInSeconds,
    });
  },
  destroy: id => store.endAccessToken(hashCredential(id)),
});

const artifacts = (store: OAuthStore, kind: string): Adapter => ({
  ...absent,
  async find(id) {
    const found = await store.findArtifact({ kind, idHash: hashCredential(id) });
    if (!found) return undefined;
    const { consumedSecondsAgo: age } = found;
    // The library ends the consent when this is set.
    const isReused = age !== null && age > RETRY_SECONDS;
    return { ...withId(id, found.payload), ...(isReused && { consumed: true }) };
  },
  async upsert(id, payload, expiresInSeconds = 0) {
    const key = { kind, idHash: hashCredential(id) };
    const grantId = payload.grantId ?? null;
    await store.saveArtifact({ ...key, grantId, payload: withoutId(id, payload), expiresInSeconds });
  },
  async consume(id) {
    const isFirst = await store.consumeArtifact({ kind, idHash: hashCredential(id) });
    // Other requests may have passed the library's check at the same time.
    if (!isFirst && kind === 'AuthorizationCode') {
      throw new errors.InvalidGrant('authorization code already consumed');
    }
  },
  destroy: id => store.endArtifact({ kind, idHash: hashCredential(id) }),
});

/** We look up our own session for each request; the library stores none. */
const nothing: Adapter = {
  ...absent,
  find: async () => undefined,
  upsert: async () => undefined,
  destroy: async () => undefined,
};

/** Creates the library's storage for one of its models. */
export function createLibraryAdapter(store: OAuthStore): (kind: string) => Adapter {
  return kind => {
    switch (kind) {
      case 'Client':
        return clients(store);
      case 'Grant':
        return grants(store);
      case 'AccessToken':
        return accessTokens(store);
      case 'AuthorizationCode':
      case 'RefreshToken':
      case 'Interaction':
        return artifacts(store, kind);
      default:
        return nothing;
    }
  };
}
