import { useNetwork } from '@mantine/hooks';
import { signInPath, useSessionEnded } from '../api/session.ts';
import { CircleAlert, CloudOff } from '../design/icons.ts';

/** Says that the browser is offline or the session has ended. The page itself stays as it is. */
export function ConnectionBanner() {
  const { online } = useNetwork();
  const isSignedOut = useSessionEnded();
  return (
    <div role="status">
      {!online && (
        <p className="banner">
          <CloudOff size={16} aria-hidden />
          <span>You’re offline. Your changes are still here; save them when you’re back online.</span>
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
