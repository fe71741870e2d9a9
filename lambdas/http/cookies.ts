import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Site } from '../../core/kernel/site.ts';
import { SESSION_SECONDS, SIGN_IN_SECONDS } from '../../core/sessions/decide-sign-in.ts';
import { returnPath } from '../../core/sessions/return-path.ts';
import { hashSecret, isSecretForm } from '../../core/sessions/secret.ts';
import type { Session, SessionStore } from '../../core/sessions/session-store.ts';

/** Cookies of signed-in people. Only this host can set a `__Host-` cookie, and only over https. */
export interface Cookies {
  /** The browser's session secret, if it has the format of one. */
  sessionSecret(event: APIGatewayProxyEventV2): string | null;
  setSession(secret: string): string;
  clearSession(): string;
  /** The secret that the browser keeps while it waits for the code. */
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

/** The cookies of a site. On plain http, as in the local run, they have neither `Secure` nor the prefix that needs it. */
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
        return { attemptId, browserSecret, email, returnTo: returnPath(returnTo) };
      } catch {
        return null;
      }
    },
    setPending: value =>
      write(pending, Buffer.from(JSON.stringify(value)).toString('base64url'), SIGN_IN_SECONDS),
    clearPending: () => write(pending, '', 0),
  };
}

/** The session of a request's browser. */
export async function findSession(
  event: APIGatewayProxyEventV2,
  cookies: Cookies,
  sessions: SessionStore,
): Promise<Session | null> {
  const secret = cookies.sessionSecret(event);
  return secret === null ? null : sessions.find(hashSecret(secret));
}
