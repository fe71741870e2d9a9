import { requirements } from './requirement.ts';

/** What is paid for, and what is generated and sent from the dashboard. */
export const billing = [
  ...requirements(
    { source: 'decision', section: '24', status: 'built', issue: 5 },
    {
      'billing.license-by-payment': 'A paid checkout licenses its waitlist.',
      'billing.pro-by-payment': 'A paid checkout of `pro` puts the account on that plan.',
      'billing.people-only': 'No key and no token begins a checkout or lists receipts.',
      'billing.one-open-checkout': 'Whoever begins the same checkout twice, or at once, gets the same page.',
      'billing.own-prices':
        'What is asked for is the price of the settings, and the 402 that leads there names it.',
      'billing.prices-listed': 'The prices that the dashboard shows are those that a checkout asks for.',
      'billing.signed-events-only':
        'An event that is not signed with the secret of the endpoint, or too long ago, is a 400 and changes nothing.',
      'billing.event-once': 'An event that comes again changes nothing more.',
      'billing.order-of-events': 'The order in which events come changes nothing about how it ends.',
      'billing.wrong-payment-gives-nothing':
        'A payment of another amount, currency, mode or page than was asked for gives nothing.',
      'billing.unpaid-gives-nothing': 'A page that was completed and not paid gives nothing.',
      'billing.refund-takes-back':
        'A payment that was given back whole takes back what it gave, and no more.',
      'billing.refund-of-one-of-two': 'Of two payments for one thing, the refund of one leaves the thing.',
      'billing.lost-event': 'A payment whose event was lost is found when the checkout is begun again.',
      'billing.none-without-keys': 'Without keys of Stripe a checkout is a 503 that says so.',
      'billing.test-page-in-local-run':
        'Without keys of Stripe, the local run has a page that pays without money, marked as a test.',
      'billing.receipts': 'Receipts show what was paid, newest first, with the receipt of Stripe.',
    },
  ),
  ...requirements(
    { source: 'decision', section: '25', status: 'built', issue: 5 },
    {
      'generation.valid-code': 'A generated page keeps the rules of page code, or there is none.',
      'generation.one-repair': 'Code that breaks a rule is sent back once, with what is wrong.',
      'generation.counted-exactly':
        'Generations that come at once never exceed the quota that `/me` reports.',
      'generation.given-back': 'A generation that fails is not counted.',
      'generation.quota-refused':
        'When the quota is used: 402 with the way to a larger one, or, where there is none, 429.',
      'generation.none-without-model': 'Without a model a generation is a 503 that says so.',
      'generation.description-is-data': 'The description reaches the model as data, apart from the rules.',
      'templates.preview': 'The preview of a template is what a signup would be sent, on sample values.',
      'templates.test-to-self': 'A test email goes to the address of the account, and to no other.',
      'templates.test-limited': 'Test emails count among the emails of the account and the mailbox.',
    },
  ),
] as const;
