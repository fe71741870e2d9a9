import { Waitlist } from '@anteroom/react';
import { WAITLIST } from './waitlist.js';

// Rendered on the server. The form loads in the browser, and the link works without JavaScript.
export default function Page() {
  return (
    <Waitlist {...WAITLIST} askName style={{ '--anteroom-color': '#2b50e0', '--anteroom-on-color': '#fff' }}>
      <a href={`${WAITLIST.baseUrl}/w/${WAITLIST.slug}`}>Join the waitlist</a>
    </Waitlist>
  );
}
