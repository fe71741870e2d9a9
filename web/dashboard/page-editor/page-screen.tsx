import { useWaitlist } from '../waitlists/waitlist-layout.tsx';
import { PageEditor } from './page-editor.tsx';

export function PageScreen() {
  const waitlist = useWaitlist();
  return <PageEditor key={waitlist.id} waitlist={waitlist} />;
}
