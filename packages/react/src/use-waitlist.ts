import { useEffect, useMemo, useRef, useState } from 'react';
import { shortLanguage } from '../../../web/embed/load-settings.ts';
import { withoutSlash } from './base-url.ts';
import type { JoinInput, WaitlistOptions, WaitlistState } from './types.ts';
import { useLatest } from './use-latest.ts';
import { startSession, type WaitlistSession } from './waitlist-session.ts';

export interface UseWaitlistOptions extends WaitlistOptions {
  /** Default: that of the page, if the waitlist has it. */
  readonly language?: string | undefined;
}

export interface UseWaitlistResult extends WaitlistState {
  /** Joins, and tries again for half a minute while the server is busy. The state and the events tell the outcome. */
  join(input: JoinInput): Promise<void>;
  /** Forgets who joined in this browser, and shows the form again, for another person. Nobody leaves the list. */
  leave(): void;
}

const LOADING: WaitlistState = {
  status: 'loading',
  settings: null,
  place: null,
  message: null,
  problem: null,
};

/** A waitlist without a look, for a form of your own. On a server it is `loading`. */
export function useWaitlist({ slug, baseUrl, language, ...handlers }: UseWaitlistOptions): UseWaitlistResult {
  const [state, setState] = useState(LOADING);
  const session = useRef<WaitlistSession>(null);
  const latest = useLatest(handlers);

  useEffect(() => {
    let isCurrent = true;
    setState(LOADING);
    const address = {
      baseUrl: withoutSlash(baseUrl),
      slug,
      language: shortLanguage(language ?? document.documentElement.lang),
    };
    session.current = startSession(address, {
      isCurrent: () => isCurrent,
      update: changes => isCurrent && setState(before => ({ ...before, ...changes })),
      handlers: () => (isCurrent ? latest.current : {}),
    });
    return () => {
      isCurrent = false;
      session.current = null;
    };
  }, [slug, baseUrl, language, latest]);

  const actions = useMemo(
    () => ({
      join: async (input: JoinInput) => session.current?.join(input),
      leave: () => session.current?.leave(),
    }),
    [],
  );
  return { ...state, ...actions };
}
