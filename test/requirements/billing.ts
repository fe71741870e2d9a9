import { requirements } from './requirement.ts';

/** Payments, and what the dashboard generates and sends. */
export const billing = [
  ...requirements(
    { source: 'decision', section: '24', status: 'built', issue: 5 },
    {
      'billing.license-by-payment': 'A paid checkout licenses its waitlist.',
      'billing.pro-by-payment': 'A paid checkout for `pro` moves the account to that plan.',
      'billing.people-only': 'API keys and OAuth tokens cannot start a checkout or list receipts.',
      'billing.one-open-checkout':
        'Starting the same checkout twice, even concurrently, returns the same page.',
      'billing.own-prices':
        'A checkout charges the configured price, and the 402 that links to it names that price.',
      'billing.prices-listed': 'The dashboard shows the prices that a checkout charges.',
      'billing.signed-events-only':
        'An event whose signature is wrong or too old is a 400 and changes nothing.',
      'billing.event-once': 'A repeated event changes nothing.',
      'billing.order-of-events': 'Events in any order lead to the same result.',
      'billing.wrong-payment-gives-nothing':
        'A payment with the wrong amount, currency, mode or checkout page grants nothing.',
      'billing.unpaid-gives-nothing': 'A checkout that is completed but not paid grants nothing.',
      'billing.refund-takes-back': 'A full refund takes back what the payment granted, and nothing else.',
      'billing.refund-of-one-of-two':
        'When something was paid for twice, refunding one payment does not take it back.',
      'billing.lost-event': 'A payment whose event was lost is found when the checkout is started again.',
      'billing.none-without-keys': 'Without Stripe keys, a checkout is a 503 that says so.',
      'billing.test-page-in-local-run':
        'Without Stripe keys, the local run has a test checkout page, marked as a test, that takes no money.',
      'billing.receipts': 'Receipts list payments, newest first, each with a link to the Stripe receipt.',
    },
  ),
  ...requirements(
    { source: 'decision', section: '25', status: 'built', issue: 5 },
    {
      'generation.valid-code': 'Generated code that breaks the page code rules is never returned.',
      'generation.one-repair': 'Code that breaks a rule is sent back to the model once, with the error.',
      'generation.counted-exactly': 'Concurrent generations never exceed the quota that `/me` reports.',
      'generation.given-back': 'A generation that fails is not counted.',
      'generation.quota-refused':
        'When the quota is used up: 402 with a link to a larger plan, or 429 if there is none.',
      'generation.none-without-model': 'Without a model, a generation is a 503 that says so.',
      'generation.description-is-data':
        'The description is passed to the model as data, separate from the rules.',
      'templates.preview':
        'The preview of a template shows the email that a signup would get, with sample values.',
      'templates.test-to-self': 'A test email is sent only to the email address of the account.',
      'templates.test-limited': 'Test emails count toward the email limits of the account and the mailbox.',
    },
  ),
] as const;
