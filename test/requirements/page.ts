import { requirements } from './requirement.ts';

/** Spec 2 and 6 and contract 5: the hosted page, the signup, the bot challenge, the confirmation email. */
export const page = [
  ...requirements(
    { source: 'decision', section: '30', status: 'built', issue: 30 },
    {
      'page.other-browsers':
        'Joining, coming back, confirming, stopping email, the form on another site, and the dashboard work in Firefox and WebKit.',
    },
  ),
  ...requirements(
    { source: 'decision', section: '29', status: 'built', issue: 30 },
    {
      'signups.passed-challenge-tenfold':
        'Where a bot challenge comes first, those who pass it have a limit ten times as high; those who fail have the ordinary one.',
      'page.kept-at-edge':
        'CloudFront keeps a page for seconds, and for a day if nothing behind it answers; the page is the same for everybody who followed the same link.',
    },
  ),
  ...requirements(
    { source: 'spec', section: '2 (page code)', status: 'built', issue: 2 },
    {
      'page.react-in-scope': 'Page code built with `React.createElement` is rendered with React in scope.',
      'page.on-submit-signs-up': 'Calling `props.onSubmit` with `email` and `name` submits the signup.',
      'page.referral-message-after-signup': '`referralMessage` is shown after the signup.',
    },
  ),
  ...requirements(
    { source: 'spec', section: '6', status: 'built', issue: 2 },
    {
      'email.confirmation-sent': 'Every new signup is sent a confirmation email.',
      'email.default-without-template': 'Without a linked template the default confirmation email is sent.',
    },
  ),
  ...requirements(
    { source: 'contract', section: '5', status: 'built', issue: 2 },
    {
      'page.get-html': '`GET /w/{slug}` answers the page as HTML.',
      'page.title': 'The HTML has the title.',
      'page.description': 'The HTML has the description.',
      'page.keywords': 'The HTML has the keywords.',
      'page.open-graph-tags': 'The HTML has the Open Graph tags.',
      'page.twitter-tags': 'The HTML has the Twitter tags.',
      'page.canonical-url': 'The HTML has the canonical url.',
      'page.iframe-sandbox': 'Page code runs in an `<iframe sandbox="allow-scripts">`, an opaque origin.',
      'page.iframe-in-served-html': 'That iframe is part of the served HTML.',
      'page.csp-allows-images-and-fonts': 'The CSP of page code lets it load images and fonts.',
      'page.csp-no-network': 'Page code has no network access.',
      'page.no-cookie-or-storage': 'Page code has no access to our cookies or storage.',
      'page.on-submit-resolves':
        '`onSubmit` resolves with `{position, referralCode, referralLink, message}`.',
      'page.on-submit-rejects': 'A refused `onSubmit` rejects with a readable `message`.',
      'page.props-waitlist':
        '`props.waitlist` is `{name, slug, referralEnabled, referralBoost, signups}`, and what is added.',
      'page.people-in-line':
        'In line, and ahead, are those who still wait, wherever a number of people is shown; joined is everybody.',
      'page.description-internal':
        'The page does not contain the description of the waitlist, which is internal.',
      'page.props-referred-by': '`props.referredBy` is the referral code from the visitor’s link.',
      'page.throwing-code-shows-default-form': 'If page code throws, the visitor gets the default form.',
      'signups.post-201':
        '`POST /w/{slug}/signups` answers 201 `{position, referralCode, referralLink, message}`.',
      'signups.name-optional': '`name` of a signup is optional.',
      'signups.referral-code-optional': '`referralCode` of a signup is optional.',
      'signups.already-joined-200': 'An email that already joined gets 200 `{alreadyJoined: true, message}`.',
      'signups.already-joined-tells-nothing': 'That response reveals nothing about the entry.',
      'signups.suggestion':
        'An address with a slip in its domain is asked about once before it is sent, on every form with JavaScript, and never refused for it.',
      'page.translated':
        'Pages of visitors work while the browser translates them: text that changes has an element of its own.',
      'signups.form-again':
        'Without JavaScript, an address or name that is refused is shown in the form again, with the error and the same status code.',
      'signups.try-again':
        'A signup that meets a busy or unreachable server tries again for 30 seconds, tells the visitor, and honors `Retry-After`.',
      'signups.error-shape': 'Errors of a signup have the shape of spec section 7.',
      'signups.validation-failed-400': 'A signup with bad input is a 400 `validation_failed`.',
      'signups.unknown-slug-404': 'A signup to an unknown slug is a 404.',
      'signups.429': 'A signup over the limit is a 429.',
      'signups.ten-per-minute-per-ip-and-waitlist':
        'At most 10 signups a minute are accepted for each IP address and waitlist.',
      'signups.every-attempt-counted': 'Every attempt counts toward that limit, including failed ones.',
      'signups.limit-setting': '`SIGNUPS_PER_MINUTE_PER_IP` sets that limit.',
      'signups.referral-link': '`referralLink` is `{page url}?ref={code}`.',
      'email.default-shows-name': 'The default confirmation email shows the name of the waitlist.',
      'email.default-shows-place': 'The default confirmation email shows the place in the queue.',
      'email.default-shows-referral-link': 'The default confirmation email shows the referral link.',
      'email.default-no-visitor-text': 'The default confirmation email contains no text typed by a visitor.',
      'page.powered-by-without-white-label':
        'The page says "Powered by Anteroom" unless the account has `whiteLabel`.',
      'page.powered-by-outside-frame': 'That line is outside the page code’s frame.',
    },
  ),
  ...requirements(
    { source: 'contract', section: '5', status: 'built', issue: 3 },
    {
      'challenge.failed-403': 'A signup that fails the bot challenge is a 403 `challenge_failed`.',
      'challenge.missing-token-403': 'A signup without a required challenge token is a 403.',
      'challenge.own-keys-first': 'A waitlist’s custom keys are used for its bot challenge.',
      'challenge.shared-keys-next':
        'Without custom keys, `TURNSTILE_SITE_KEY` and `TURNSTILE_SECRET_KEY` are used.',
      'challenge.none-only-in-local-run': 'Only the local run may run without a bot challenge.',
      'challenge.unreachable-refused':
        'If the verifier cannot be reached, the signup is refused with a message that says so.',
      'challenge.page-widget': 'The page shows the challenge widget outside the page code’s frame.',
      'challenge.page-works-without-widget':
        'If the widget does not load, the visitor is told and can retry.',
      'challenge.verify-url': 'Tokens are verified at `TURNSTILE_VERIFY_URL`.',
      'challenge.local-dummy-pass':
        'In the local run the dummy key `1x0000000000000000000000000000000AA` passes.',
      'challenge.local-dummy-fail': 'In the local run the dummy key `2x…` fails.',
      'challenge.local-dummy-spent':
        'In the local run the dummy key `3x…` reports that the token was already used.',
    },
  ),
] as const;
