'use client';

import { useWaitlist } from '@anteroom/react';
import { useState } from 'react';
import { WAITLIST } from '../waitlist.js';

/** A form of your own. The hook knows the rest. */
export default function Page() {
  const [email, setEmail] = useState('');
  const { status, settings, place, message, problem, join, leave } = useWaitlist(WAITLIST);

  if (status === 'joined')
    return (
      <section>
        <h2>You are number {place.position}</h2>
        <p>
          People ahead of you: {place.ahead ?? '…'}. Share <a href={place.referralLink}>your link</a>, or see{' '}
          <a href={place.statusUrl}>your place</a>.
        </p>
        <button type="button" onClick={leave}>
          Join with another email
        </button>
      </section>
    );
  if (['closed', 'not_found', 'pending'].includes(status)) return <p role="status">{message}</p>;

  return (
    <form
      className="form"
      onSubmit={event => {
        event.preventDefault();
        join({ email });
      }}
    >
      <input
        type="email"
        aria-label="Email"
        value={email}
        onChange={event => setEmail(event.target.value)}
        required
      />
      <button type="submit" disabled={status === 'joining'}>
        {settings?.buttonLabel ?? 'Join the waitlist'}
      </button>
      <p role="status">{message}</p>
      {problem?.suggestion && (
        <button type="button" onClick={() => join({ email: problem.suggestion })}>
          Use {problem.suggestion}
        </button>
      )}
    </form>
  );
}
