import { useWaitlist, Waitlist } from '@anteroom/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

// The page of a test: `?show=component|hook&slug=…&baseUrl=…`. What it hears is in `window.events`.
const query = new URLSearchParams(location.search);
const address = { slug: query.get('slug'), baseUrl: query.get('baseUrl') };
window.events = [];
const handlers = Object.fromEntries(
  ['onJoined', 'onPending', 'onError'].map(name => [name, event => window.events.push([name, event])]),
);

function Headless() {
  const { status, settings, place, message, problem, join, leave } = useWaitlist({ ...address, ...handlers });
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        join({ email: data.get('email'), turnstileToken: data.get('token') || undefined });
      }}
    >
      <h1>{settings?.name}</h1>
      <input name="email" aria-label="Email" />
      <input name="token" aria-label="Token" />
      <button type="submit">Join</button>
      <output id="status">{status}</output>
      <p>{message}</p>
      {problem?.suggestion && <b>{problem.suggestion}</b>}
      {problem?.details.map(({ path }) => (
        <i key={path}>{path}</i>
      ))}
      {place && (
        <>
          <p>
            Place {place.position}, {place.ahead ?? 'some'} ahead
          </p>
          <a href={place.statusUrl}>See it</a>
          <button type="button" onClick={leave}>
            Somebody else
          </button>
        </>
      )}
    </form>
  );
}

const Component = () => (
  <Waitlist {...address} {...handlers} askName className="mine" style={{ '--anteroom-color': '#123456' }}>
    <a href="https://example.com/">Join elsewhere</a>
  </Waitlist>
);

const shown = query.get('show') === 'hook' ? <Headless /> : <Component />;
createRoot(document.getElementById('app')).render(<StrictMode>{shown}</StrictMode>);
