import { useNetwork } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useResumesAt } from '../api/rate-limit.ts';
import { signInPath, useSessionEnded } from '../api/session.ts';
import { CircleAlert, CloudOff, Hourglass } from '../design/icons.ts';

/** Whole seconds until then, as they pass; 0 afterwards. */
function useSecondsUntil(then: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= then) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [then]);
  return Math.max(Math.ceil((then - now) / 1000), 0);
}

/**
 * Says that the browser is offline, the session has ended, or the account's limit of requests is reached. The page itself stays
 * as it is.
 */
export function ConnectionBanner() {
  const { online } = useNetwork();
  const isSignedOut = useSessionEnded();
  const seconds = useSecondsUntil(useResumesAt());
  return (
    <div role="status">
      {!online && (
        <p className="banner">
          <CloudOff size={16} aria-hidden />
          <span>You’re offline. Your changes are still here; save them when you’re back online.</span>
        </p>
      )}
      {seconds > 0 && (
        <p className="banner">
          <Hourglass size={16} aria-hidden />
          <span>
            Your account has reached its limit of requests. This page continues in{' '}
            {/* Read out once, not every second. */}
            <span role="timer" aria-live="off">
              {seconds === 1 ? '1 second' : `${seconds} seconds`}
            </span>
            .
          </span>
        </p>
      )}
      {isSignedOut && (
        <p className="banner">
          <CircleAlert size={16} aria-hidden />
          <span>
            Your session has expired.{' '}
            <a href={signInPath()} target="_blank" rel="noreferrer">
              Sign in in a new tab
            </a>
            , then come back. Your changes are still here.
          </span>
        </p>
      )}
    </div>
  );
}
