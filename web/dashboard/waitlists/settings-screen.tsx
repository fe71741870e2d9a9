import { Confirmation } from './confirmation.tsx';
import { DeleteWaitlist } from './delete-waitlist.tsx';
import { Details } from './details.tsx';
import { Referrals } from './referrals.tsx';
import { useWaitlist } from './waitlist-layout.tsx';

export function SettingsScreen() {
  const waitlist = useWaitlist();
  return (
    <>
      <Details waitlist={waitlist} />
      <Referrals waitlist={waitlist} />
      <Confirmation waitlist={waitlist} />
      <DeleteWaitlist waitlist={waitlist} />
    </>
  );
}
