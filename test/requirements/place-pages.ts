import { requirements } from './requirement.ts';

/** Beyond 1: the page that shows a person's place in line. */
export const placePages = requirements(
  { source: 'beyond', section: '1', status: 'built', issue: 19 },
  {
    'place.url-in-201': 'The 201 of a signup has `statusUrl`, below the base url or the custom domain.',
    'place.token-unguessable': 'The token cannot be guessed, and is not the referral code.',
    'place.survives-slug-change': 'The token survives a change of the slug.',
    'place.page-complete':
      'The HTML as served has the waitlist’s name, the place, the people ahead, the friends who joined, and the link.',
    'place.page-private': 'The page is `noindex`, sends no referrer, and holds neither email nor name.',
    'place.next-friend': 'The page says what the next friend gives, and explains its numbers.',
    'place.image': 'A place is shared as an image without email, name, or the secret link.',
    'place.refreshes': 'The page refreshes itself at least every 60 s.',
    'place.on-custom-domain': 'The page is served on the waitlist’s custom domain and on the base url.',
    'place.json': '`GET /s/{token}.json` answers any origin with the place.',
    'place.boost-null-when-off': '`referralBoost` is null while `referralEnabled` is false.',
    'place.head': 'HEAD is answered as GET.',
    'place.link-202':
      '`POST /w/{slug}/status-links` answers 202 `{message}`, the same and as fast for any address.',
    'place.link-mailed': 'It mails the link to an address that is on the list.',
    'place.link-15-minutes':
      'It mails it at most once in 15 minutes for a waitlist and mailbox; the confirmation does not count.',
    'place.link-counts-as-attempt': 'It counts as an attempt to join.',
    'place.link-no-challenge': 'It needs no challenge.',
    'place.link-by-joining-again': 'Joining again with a known email mails the link too.',
    'place.unknown-404': 'An unknown token, or one of an erased person, is a 404.',
    'place.alive': 'The place on the page moves, and is announced, when a friend joins while it is open.',
    'place.share': 'The page has copy, X, WhatsApp, LinkedIn and email buttons, and a QR code.',
    'place.brand': 'The page has the brand color and the logo of the design.',
    'place.remembered':
      'After a reload, the signup page shows the place of the person who joined in that browser.',
    'place.own-link': 'People who open their own referral link see their own place.',
    'place.entry-prop': '`props.entry` is `{position, referralCode, referralLink, referralCount}` or null.',
    'place.token-kept-by-shell': 'Page code does not get the link; the shell shows it.',
    'place.ahead': '`ahead` counts those in front who are still waiting.',
    'place.leave': 'The page mails the person a link to leave the list and be erased.',
    'place.forgotten': 'A remembered token that nobody has anymore is forgotten.',
    'email.default-see-your-place': 'The button of the default email is "See your place".',
    'email.brand':
      'Emails about a place have the brand color, with text that reads on it, and the logo, in light and dark.',
    'email.moved-up': 'Someone whose friend joined and moved them up is mailed their new place.',
    'email.moved-up-outside-week': 'It waits a week at most.',
    'email.moved-up-outside':
      'It is also sent where the address is only in the attached database, and waits while that is away.',
    'email.moved-up-once-a-day': 'That email is sent at most once a day to a person.',
    'email.moved-up-stops': 'It is not sent while referrals are off, nor to someone who stopped the email.',
    'email.sender-via-anteroom': 'The sender is "{waitlist} via Anteroom", encoded as RFC 2047 asks.',
    'email.reply-to':
      'Emails to people on a waitlist have the address of its account as Reply-To once a person chose so; the sign-in email never does.',
    'email.reply-to-bounced': 'They have no Reply-To once that address bounced or complained.',
    'templates.status-link': 'Templates know `{{statusLink}}`.',
    'templates.start-from-default':
      'A template starts as the default email, in the look of its waitlist and with variables, and keeps our rules.',
    'templates.name-neutralized': 'Templates know `{{name}}`, which is empty unless it is plainly a name.',
  },
);
