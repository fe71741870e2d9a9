import { requirements } from './requirement.ts';

/** ADR 15: what email is not sent, and how much at most. */
export const email = requirements(
  { source: 'decision', section: '18', status: 'built', issue: 3 },
  {
    'email.suppressed-not-sent': 'An address that bounced for good or complained is sent no further email.',
    'email.suppression-keyed-digest': 'A suppressed address is kept as a keyed digest.',
    'email.feedback-authentic': 'Only events of our own emails, as SES tells them, suppress an address.',
    'email.refused-not-repeated': 'An email that SES refuses for good is not tried again.',
    'email.recipient-limit': 'One mailbox is sent so many emails in 24 hours, of all waitlists together.',
    'templates.list-always-fits': 'The list of the templates of an account always fits into one answer.',
    'email.survives-crashes':
      'Whatever crashes, every signup is mailed; twice only where the crash fell between SES and the mark.',
    'email.account-limit': 'One account sends so many emails on a day; the others wait.',
  },
);
