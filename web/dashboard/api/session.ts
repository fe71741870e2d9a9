import { useSyncExternalStore } from 'react';

/** Where signing in begins, and what it leads back to; not to what was searched for, which may be somebody's address. */
export const signInPath = (): string => `/sign-in?return_to=${encodeURIComponent(location.pathname)}`;

const WENT = 'anteroom-went-to-sign-in';
const TOO_SOON_MS = 10_000;

/** Sends a stranger to sign in; not twice in a row, should the service take for signed in whom the API does not know. */
export function goToSignIn(): boolean {
  const last = Number(sessionStorage.getItem(WENT) ?? 0);
  if (Date.now() - last < TOO_SOON_MS) return false;
  sessionStorage.setItem(WENT, String(Date.now()));
  location.replace(signInPath());
  return true;
}

let ended = false;
const listeners = new Set<() => void>();

/** Said when the service no longer knows the session. Nothing leaves the page by itself: there may be unsaved work on it. */
export function endSession(): void {
  ended = true;
  for (const listener of listeners) listener();
}

/** Said when a request succeeded again, after signing in in another tab. */
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
