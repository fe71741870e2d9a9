import { generateKeyPairSync, type JsonWebKey, randomUUID, timingSafeEqual } from 'node:crypto';
import Provider, {
  type Client,
  type Configuration,
  type ErrorOut,
  errors,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { ApiError } from '../../core/kernel/errors.ts';
import { ALL_SCOPES } from '../../core/kernel/scopes.ts';
import type { Site } from '../../core/kernel/site.ts';
import { agentUrl, OAUTH_PATHS } from '../../core/oauth/addresses.ts';
import { renderRefusalPage } from '../../core/oauth/consent-page.ts';
import { CLIENT_AUTHENTICATION, GRANT_TYPES } from '../../core/oauth/metadata.ts';
import type { OAuthStore } from '../../core/oauth/oauth-store.ts';
import { generateAccessToken, generateRefreshToken } from '../../core/oauth/tokens.ts';
import { createLibraryAdapter, hashClientSecret } from './library-adapter.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Cookies that bind a request to its browser. Each holds its own secret, so none is signed. */
export const COOKIES = { consent: 'anteroom-consent', resume: 'anteroom-resume' } as const;
/** Never sent: see `nothing` in the adapter. */
export const UNUSED_COOKIE = 'anteroom-oauth-unused';

interface LibraryOptions {
  readonly site: Site;
  readonly store: OAuthStore;
}

const failures = new WeakMap<object, unknown>();

/** The error that made the library answer with 500. */
export const failureOf = (request: object): unknown => failures.get(request);

const off = { enabled: false } as const;

/** A method of the library's models that its types leave out. */
interface WithIds {
  readonly prototype: { generateTokenId(): string };
}

/** Changes that the library has no settings for. */
function adjust(library: Provider): void {
  const { Grant, RefreshToken, AccessToken } = library as unknown as Record<string, WithIds>;
  if (!Grant || !RefreshToken || !AccessToken) throw new Error('oidc-provider lacks a model');
  // The id of a consent is public: it is the `key.id` of an access token.
  Grant.prototype.generateTokenId = () => randomUUID();
  RefreshToken.prototype.generateTokenId = generateRefreshToken;
  const { generateTokenId } = AccessToken.prototype;
  AccessToken.prototype.generateTokenId = function () {
    // Called because it also stores the token's format, which the library reads later.
    generateTokenId.call(this);
    return generateAccessToken();
  };
  // Only the hash of a client secret is stored.
  library.Client.prototype.compareClientSecret = function (this: Client, actual: string) {
    const [stored, presented] = [Buffer.from(this.clientSecret ?? ''), Buffer.from(hashClientSecret(actual))];
    return stored.length === presented.length && timingSafeEqual(stored, presented);
  };
}

/**
 * Nothing is signed: access tokens are looked up, and there is no OpenID Connect. Without a key, the
 * library would use a publicly known one.
 */
const unusedKey = (): JsonWebKey =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });

async function renderError(ctx: KoaContextWithOIDC, out: ErrorOut): Promise<void> {
  ctx.type = 'html';
  ctx.body = renderRefusalPage(out.error, out.error_description);
}

function featuresOf(site: Site): Configuration['features'] {
  const resource = {
    scope: ALL_SCOPES.join(' '),
    audience: agentUrl(site),
    accessTokenFormat: 'opaque',
  } as const;
  return {
    devInteractions: off,
    dPoP: off,
    pushedAuthorizationRequests: off,
    rpInitiatedLogout: off,
    userinfo: off,
    registration: { enabled: true, issueRegistrationAccessToken: false },
    revocation: {
      enabled: true,
      allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => agentUrl(site),
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, indicator) => {
        if (indicator !== agentUrl(site)) throw new errors.InvalidTarget();
        return resource;
      },
    },
  };
}

/** The authorization server. */
export function createLibrary({ site, store }: LibraryOptions): Provider {
  const isSecure = site.baseUrl.startsWith('https:');
  const cookie = { httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  const prefix = isSecure ? '__Secure-' : '';
  const library: Provider = new Provider(site.baseUrl, {
    adapter: createLibraryAdapter(store),
    jwks: { keys: [unusedKey()] },
    scopes: [],
    claims: {},
    responseTypes: ['code'],
    clientAuthMethods: [...CLIENT_AUTHENTICATION],
    clientDefaults: { grant_types: [...GRANT_TYPES], id_token_signed_response_alg: 'ES256' },
    clientBasedCORS: () => true,
    pkce: { required: () => true },
    cookies: {
      names: {
        session: UNUSED_COOKIE,
        interaction: `${prefix}${COOKIES.consent}`,
        resume: `${prefix}${COOKIES.resume}`,
      },
      long: cookie,
      short: cookie,
    },
    routes: {
      authorization: OAUTH_PATHS.authorize,
      token: OAUTH_PATHS.token,
      registration: OAUTH_PATHS.register,
      revocation: OAUTH_PATHS.revoke,
    },
    features: featuresOf(site),
    ttl: {
      AccessToken: HOUR,
      AuthorizationCode: 60,
      Interaction: HOUR,
      RefreshToken: 30 * DAY,
      Grant: 180 * DAY,
      Session: HOUR,
    },
    expiresWithSession: async () => false,
    // Agents expect a refresh token without requesting `offline_access`.
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: async ctx => {
      // Before the token is used up: its client can send it again.
      const wait = await store.admitRefresh(ctx.oidc.entities.Grant?.jti ?? '');
      if (wait === 0) return true;
      throw new ApiError('rate_limited', 'Too many refreshes', {
        headers: { 'retry-after': String(wait) },
        resolution: `Wait ${wait} seconds.`,
      });
    },
    findAccount: async (_ctx, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
    loadExistingGrant: async ctx => {
      const grantId = ctx.oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : library.Grant.find(grantId);
    },
    interactions: { url: (_ctx, { uid }) => `${OAUTH_PATHS.consent}/${uid}` },
    renderError,
  });
  adjust(library);
  // URLs are built from the request's headers, which we set (run-library.ts).
  library.proxy = true;
  library.on('server_error', (ctx, error) => failures.set(ctx.req, error));
  return library;
}
