import { createHash } from 'node:crypto';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { hashCredential } from '../../core/account/credential-form.ts';
import type { OAuthStore, Payload } from '../../core/oauth/oauth-store.ts';
import { ownScopes } from '../../core/oauth/request-parameters.ts';

/**
 * A client that lost an answer may send the same code or refresh token again within this time and is not taken for a thief:
 * a code is refused then, and a refresh token goes on with the same consent. After it, either ends the consent.
 */
const RETRY_SECONDS = 10;

/** What stands for the id in what is kept: the id itself is the secret. */
const ID = '{id}';

/** The payload without its id, which also stands in the address to which a person comes back. */
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

/** What the library has and we do not: device codes, sessions of its own, and logouts. */
const absent = {
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  // All that hangs on a consent goes with it, so ending the consent is enough.
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

const grants = (store: OAuthStore): Adapter => ({
  ...absent,
  async find(id) {
    const payload = await store.findGrant(id);
    return payload ? withId(id, payload) : undefined;
  },
  async upsert(id, payload, expiresInSeconds = 0) {
    const { accountId = '', clientId = '', resources = {} } = payload;
    await store.saveGrant({
      id,
      accountId,
      clientId,
      scopes: ownScopes(Object.values(resources as Record<string, string>).join(' ')),
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
    // The library ends a consent as soon as it sees this.
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
    // The library looked before it came here, and so may have many others.
    if (!isFirst && kind === 'AuthorizationCode') {
      throw new errors.InvalidGrant('authorization code already consumed');
    }
  },
  destroy: id => store.endArtifact({ kind, idHash: hashCredential(id) }),
});

/** Who is signed in is told by our own session, asked anew for each request; the library keeps none. */
const nothing: Adapter = {
  ...absent,
  find: async () => undefined,
  upsert: async () => undefined,
  destroy: async () => undefined,
};

/** Keeps what the library makes, by its name for it. */
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
