import { requirements } from './requirement.ts';

/** Beyond 8: telling the account's own systems. */
const events = requirements(
  { source: 'beyond', section: '8', status: 'built', issue: 20 },
  {
    'webhooks.manage':
      'Webhooks are created, listed, changed, and deleted; only creating and rotating show a secret.',
    'webhooks.limit': 'A waitlist has at most 10 webhooks, however many are created at once.',
    'webhooks.scopes': 'Changes need `webhooks:write`, reading `waitlists:read`.',
    'webhooks.url': 'A url is https and public by its form; loopback is for the local run.',
    'webhooks.signed': 'A request has the headers of Standard Webhooks, and the secret verifies it.',
    'webhooks.rotate':
      'A secret that was replaced signs for 24 hours more, also if it is replaced again; at most 10 do.',
    'webhooks.sealed': 'Secrets are sealed at rest.',
    'webhooks.test':
      'A test is answered with 202 and holds no personal data; a disabled webhook can be tested.',
    'webhooks.log': 'The log shows what was sent and how it was answered, newest first, by state.',
    'webhooks.log-kept': 'The log is kept for 30 days.',
    'webhooks.replay': 'A delivery that is replayed has the same id and body.',
    'webhooks.joined': '`entry.joined` has the entry as in the API.',
    'webhooks.referred': '`entry.referred` has the referrer and the friend, once the credit counts.',
    'webhooks.invited': '`entry.invited` has who was invited.',
    'webhooks.accepted': '`entry.accepted` has who came in.',
    'webhooks.erased': '`entry.erased` has only the id.',
    'webhooks.erased-bodies': 'What was recorded about a person who is erased is gone at once.',
    'webhooks.types': 'A webhook gets only the types it asked for, and none while it is disabled.',
    'webhooks.none-lost': 'Every signup is one event, in any rush.',
    'webhooks.no-personal-data': 'No personal data is kept with deliveries.',
    'webhooks.own-database':
      'A person in an attached database is read from it; while it is away the event waits.',
    'webhooks.retries':
      'Anything but a 2xx is tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h.',
    'webhooks.redirects': 'Redirects are not followed.',
    'webhooks.timeout': 'An answer has 15 seconds; without one, `responseStatus` is null.',
    'webhooks.disabled':
      'After five days of failures, without a success and without a long pause, a webhook is disabled, and the holder is mailed.',
    'webhooks.parked':
      'A job that failed for a day on our side is tried again once a day, without an operator.',
    'webhooks.gone': 'A webhook whose receiver answers 410 is disabled at once, and the holder is mailed.',
    'webhooks.retry-after':
      'After an answer with `Retry-After`, the next attempt is not earlier, but a day later at most.',
    'webhooks.dead-receiver': 'A receiver that never answers delays no other webhook.',
    'webhooks.public-addresses':
      'Nothing is sent to an address that is not public, whatever a name resolves to.',
    'webhooks.recipes': 'The recipes of the documentation work as they are printed.',
  },
);

/** Beyond 17: chats, and why deliveries fail. */
const chats = requirements(
  { source: 'beyond', section: '17', status: 'built', issue: 35 },
  {
    'webhooks.format':
      'A webhook has a `format`: `standard`, which is the default, `slack`, or `discord`. It can be changed.',
    'webhooks.chat-body':
      'Slack gets `{text}`, Discord `{content, allowed_mentions: {parse: []}}`: for each event and the test, a sentence and a link to the signups.',
    'webhooks.chat-names': 'A name in a message calls nobody, links nowhere, and formats nothing.',
    'webhooks.chat-private': 'The only personal data in a message are names and places.',
    'webhooks.chat-limits': 'A message has at most 2,000 characters, whatever the names.',
    'webhooks.errors':
      'A delivery that failed says why: `timeout`, `dns`, `tls`, `refused`, or `status`, with the first 200 characters of the answer, without control characters.',
  },
);

export const webhooks = [...events, ...chats] as const;
