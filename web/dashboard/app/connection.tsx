import { useNetwork } from '@mantine/hooks';
import { signInPath, useSessionEnded } from '../api/session.ts';
import { CircleAlert, CloudOff } from '../design/icons.ts';

/** What keeps the whole dashboard from working: no network, or nobody signed in any more. Nothing on the page is touched. */
export function ConnectionBanner() {
  const { online } = useNetwork();
  const isSignedOut = useSessionEnded();
  return (
    <div role="status">
      {!online && (
        <p className="banner">
          <CloudOff size={16} aria-hidden />
          <span>You are offline. What you typed stays here; save it when you are back.</span>
        </p>
      )}
      {isSignedOut && (
        <p className="banner">
          <CircleAlert size={16} aria-hidden />
          <span>
            Your session has ended.{' '}
            <a href={signInPath()} target="_blank" rel="noreferrer">
              Sign in in a new tab
            </a>{' '}
            and then go on here; nothing on this page is lost.
          </span>
        </p>
      )}
    </div>
  );
}
