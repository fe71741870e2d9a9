import { requirements } from './requirement.ts';

/** Beyond 4: addresses that people confirm before they join. */
export const confirmation = requirements(
  { source: 'beyond', section: '4', status: 'built', issue: 20 },
  {
    'confirmation.member': '`confirmation` is `none` by default, or `required`.',
    'confirmation.same-answer':
      'With `required`, a signup is a 202 `{pending: true, message}`, the same for an address that is new, waits to confirm, or is on the list.',
    'confirmation.as-fast': 'It does not look the address up before it answers.',
    'confirmation.same-checks':
      'Origins, redirects, rate limits, input errors and the bot challenge are checked as without it, in the same order.',
    'confirmation.nobody-joined': 'An unconfirmed signup is no entry, and is counted nowhere.',
    'confirmation.mail':
      'The email leads to `{base_url}/c/{token}`, and holds nothing that the visitor typed.',
    'confirmation.mail-again': 'Who asks again is mailed again, within the limit of emails to a mailbox.',
    'confirmation.mail-stopped':
      'It is sent to a mailbox that stopped the waitlist’s email, and to no address that bounced or complained. The answer is the same, and true for all.',
    'confirmation.known-address': 'An address on the list is mailed its status link instead.',
    'confirmation.get-changes-nothing':
      'GET and HEAD of the link show a page with a button, and change nothing.',
    'confirmation.page-private':
      'The page is `noindex`, sends no referrer, and holds neither email nor name.',
    'confirmation.post-joins': 'The POST joins, and answers 303 to the place page.',
    'confirmation.end-of-queue': 'The place is the end of the queue at that moment.',
    'confirmation.referral-counts-then': 'The referral counts then, or is held for the same reasons.',
    'confirmation.ordinary-email':
      'The ordinary confirmation email follows, and does not start the 15 minutes of a status link.',
    'confirmation.repeatable': 'Repeating the POST leads to the same place.',
    'confirmation.one-entry-per-address': 'Another link of the same address leads to the place that it has.',
    'confirmation.unknown-404':
      'An unknown token, or one of an erased person or a deleted waitlist, is a 404.',
    'confirmation.48-hours': 'After 48 hours an unconfirmed signup is a 404, and is deleted.',
    'confirmation.erased': 'Erasing a person erases the pending signups of their address.',
    'confirmation.purged': 'Deleting a waitlist deletes its pending signups.',
    'confirmation.form': 'A form leads to `redirectUrl`, or shows a page that asks to check the email.',
    'confirmation.limited': 'The uses of one link are limited.',
    'confirmation.custom-domain': 'The place page is that of the custom domain, if it is active.',
    'confirmation.on-page':
      'Templates, the default form and the embed show the message and no place, and remember nobody.',
    'confirmation.on-submit': '`onSubmit` resolves with `{pending: true, message}`.',
    'confirmation.embed-event':
      'The embed fires `anteroom:pending` with `{message}`, and not `anteroom:joined`.',
    'confirmation.dashboard': 'The dashboard turns it on and off.',
  },
);
