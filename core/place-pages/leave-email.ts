import { renderCardEmail } from '../email/card-email.ts';
import type { Email } from '../email/email.ts';
import type { StoredDesign } from '../page-code/design.ts';

const LOSS =
  'This erases your email address, your name, and your referral link. You lose your place. You can’t undo this.';

/** The email with the link to leave a waitlist. Its link asks once more, because mail programs open links. */
export const renderLeaveEmail = ({
  to,
  waitlistName,
  design,
  pageUrl,
  leaveUrl,
}: {
  readonly to: string;
  readonly waitlistName: string;
  readonly design: StoredDesign;
  readonly pageUrl: string;
  readonly leaveUrl: string;
}): Email =>
  renderCardEmail({
    to,
    waitlistName,
    design,
    pageUrl,
    subject: 'Leave {name}?',
    preview: LOSS,
    lead: 'Leave the waitlist for',
    mark: '?',
    above: LOSS,
    button: { url: leaveUrl, text: 'Leave the waitlist' },
    why: 'You’re getting this email because someone asked for it at',
    otherwise: 'If that wasn’t you, ignore this email, and nothing changes.',
  });
