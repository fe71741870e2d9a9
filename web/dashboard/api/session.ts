import { useSyncExternalStore } from 'react';

/** Sign-in path that returns here. The query is left out: a search may hold someone's email address. */
export const signInPath = (): string => `/sign-in?return_to=${encodeURIComponent(location.pathname)}`;

const REDIRECTED_AT = 'anteroom-went-to-sign-in';
const MIN_INTERVAL_MS = 10_000;

/**
 * Redirects to the sign-in page, at most once in ten seconds: no endless loop if that page thinks the visitor is signed in.
 * @returns whether the browser is leaving
 */
export function goToSignIn(): boolean {
  const last = Number(sessionStorage.getItem(REDIRECTED_AT) ?? 0);
  if (Date.now() - last < MIN_INTERVAL_MS) return false;
  sessionStorage.setItem(REDIRECTED_AT, String(Date.now()));
  location.replace(signInPath());
  return true;
}

let ended = false;
const listeners = new Set<() => void>();

/** Marks the session as ended. The page stays open, since it may hold unsaved work. */
export function endSession(): void {
  ended = true;
  for (const listener of listeners) listener();
}

/** Clears the mark when a request succeeds again, after a sign-in in another tab. */
export function resumeSession(): void {
  if (!ended) return;
  ended = false;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether the session ended while this page was open. */
export const useSessionEnded = (): boolean => useSyncExternalStore(subscribe, () => ended);
