import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Site } from '../../core/kernel/site.ts';
import { SESSION_SECONDS, SIGN_IN_SECONDS } from '../../core/sessions/decide-sign-in.ts';
import { hashSecret, isSecretForm } from '../../core/sessions/secret.ts';
import type { Session, SessionStore } from '../../core/sessions/session-store.ts';

/** The cookies of people; names with `__Host-` can be set by this very host only, and over https only. */
export interface Cookies {
  /** The secret of the session of this browser, if it holds one that can be one. */
  sessionSecret(event: APIGatewayProxyEventV2): string | null;
  setSession(secret: string): string;
  clearSession(): string;
  /** What the browser that asked to sign in keeps until the code comes. */
  pending(event: APIGatewayProxyEventV2): PendingCookie | null;
  setPending(pending: PendingCookie): string;
  clearPending(): string;
}

export interface PendingCookie {
  readonly attemptId: string;
  readonly browserSecret: string;
  readonly email: string;
  readonly returnTo: string;
}

const cookieOf = (event: APIGatewayProxyEventV2, name: string): string | undefined =>
  event.cookies?.find(cookie => cookie.startsWith(`${name}=`))?.slice(name.length + 1);

/** Cookies for a site: the local run, on plain http, can have neither `Secure` nor the prefix that demands it. */
export function createCookies(site: Pick<Site, 'baseUrl'>): Cookies {
  const secure = site.baseUrl.startsWith('https:');
  const prefix = secure ? '__Host-' : '';
  const [session, pending] = [`${prefix}anteroom`, `${prefix}anteroom-sign-in`];
  const write = (name: string, value: string, seconds: number): string =>
    `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

  return {
    sessionSecret(event) {
      const secret = cookieOf(event, session);
      return secret !== undefined && isSecretForm(secret) ? secret : null;
    },
    setSession: secret => write(session, secret, SESSION_SECONDS),
    clearSession: () => write(session, '', 0),
    pending(event) {
      try {
        const text = Buffer.from(cookieOf(event, pending) ?? '', 'base64url').toString();
        const { attemptId, browserSecret, email, returnTo } = JSON.parse(text);
        if (![attemptId, browserSecret, email, returnTo].every(part => typeof part === 'string')) return null;
        return { attemptId, browserSecret, email, returnTo };
      } catch {
        return null;
      }
    },
    setPending: value =>
      write(pending, Buffer.from(JSON.stringify(value)).toString('base64url'), SIGN_IN_SECONDS),
    clearPending: () => write(pending, '', 0),
  };
}

/** Who is signed in on the browser of a request. */
export async function findSession(
  event: APIGatewayProxyEventV2,
  cookies: Cookies,
  sessions: SessionStore,
): Promise<Session | null> {
  const secret = cookies.sessionSecret(event);
  return secret === null ? null : sessions.find(hashSecret(secret));
}
