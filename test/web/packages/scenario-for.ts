import { Webhook } from 'standardwebhooks';
import type { ApiSession } from '../../support/session.ts';

/** The input of `scenario.js`, and what comes of it. */
export function scenarioFor(session: ApiSession, slug: string) {
  const secret = `whsec_${Buffer.from('a secret of 24 bytes or so').toString('base64')}`;
  const body = '{"type":"entry.joined"}';
  const at = new Date();
  const headers = {
    'webhook-id': 'e1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('e1', at, body),
  };
  return {
    input: { baseUrl: session.url, apiKey: session.key, slug, event: { body, headers, secret } },
    expected: {
      emails: [1, 2, 3, 4, 5].map(n => `${n}@${slug}.example`),
      isUploaded: true,
      event: 'entry.joined',
      forged: 'WebhookError wrong_signature',
      badKey: 'AnteroomError unauthorized',
      wrongUrl: 'AnteroomError invalid_response',
      gone: 'AnteroomError not_found',
      aborted: 'Error stopped',
    },
  };
}
