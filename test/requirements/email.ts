import { requirements } from './requirement.ts';

/** ADR 15: which emails are not sent, and the limits. */
export const email = requirements(
  { source: 'decision', section: '18', status: 'built', issue: 3 },
  {
    'email.suppressed-not-sent': 'An address that hard-bounced or complained gets no email from then on.',
    'email.bounce-ends': 'A bounce is forgotten after a year; a complaint is not.',
    'email.suppression-keyed-digest': 'A suppressed address is kept as a keyed digest.',
    'email.feedback-authentic': 'Only events from SES about our own emails suppress an address.',
    'email.refused-not-repeated': 'An email that SES permanently rejects is not retried.',
    'email.recipient-limit':
      'The number of emails to one mailbox in 24 hours is limited across all waitlists.',
    'templates.list-always-fits': 'Each page of an account’s template list fits in one response.',
    'email.pace': 'Emails are sent no faster than the quota of the mail service allows.',
    'email.throttled':
      'An email that the mail service refuses because there are too many is sent later; that is no failed attempt.',
    'email.batches': 'On a busy queue, ten emails cost at most one transaction.',
    'email.survives-crashes':
      'Every signup gets its email despite crashes; twice only if the crash came after SES accepted it and before that was recorded.',
    'email.account-limit': 'The number of emails an account sends per day is limited; the rest wait.',
    'email.ends-with-our-line':
      'Email made from an account’s own template ends with a visible line of ours: its waitlist and page, and the link to stop.',
    'email.stop-needs-post': 'A stop link acts on POST only, without a cookie and from any origin.',
    'email.stop-survives': 'A stop survives leaving, being erased, and joining again.',
    'email.new-accounts-default':
      'A free account that never paid sends the default email until it is `OWN_TEMPLATES_AFTER_HOURS` old; its templates are kept.',
    'email.leave-by-link': 'The page of a stop link lets a person leave the list and be erased.',
  },
);
