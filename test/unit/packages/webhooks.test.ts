import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { verify, WebhookError } from '../../../packages/client/src/webhooks.ts';
import { verifies } from '../../support/verifies.ts';

const SECRET = `whsec_${Buffer.from('a secret of 24 bytes or so').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('another secret of 24 bytes').toString('base64')}`;
const BODY = '{"type":"entry.joined","data":{"entry":{"name":"Zoë"}}}';

/** The headers of an event, as the reference implementation signs it. */
const sign = (secret = SECRET, at = new Date()) => ({
  'webhook-id': 'e1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
  'webhook-signature': new Webhook(secret).sign('e1', at, BODY),
});
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000);

describe('webhooks.verify', () => {
  const now = new Date();
  const signed = sign(SECRET, now);

  it.each([
    ['Node', { ...signed, host: 'example.com', cookie: undefined, 'x-list': ['a', 'b'] }],
    ['the Fetch API', new Headers(signed)],
    ['another implementation of it', { get: (name: string) => new Headers(signed).get(name) } as Headers],
    [
      'other letters',
      Object.fromEntries(Object.entries(signed).map(([name, value]) => [name.toUpperCase(), value])),
    ],
  ])(`reads an event with the headers of %s${verifies('client.webhooks')}`, async (_, headers) => {
    expect(await verify(BODY, headers, SECRET)).toEqual(JSON.parse(BODY));
  });

  it(`takes the body as bytes, and as Node’s buffer${verifies('client.webhooks')}`, async () => {
    expect(await verify(new TextEncoder().encode(BODY), signed, SECRET)).toEqual(JSON.parse(BODY));
    expect(await verify(Buffer.from(BODY), signed, SECRET)).toEqual(JSON.parse(BODY));
  });

  it(`accepts any of several signatures, with either secret of a rotation${verifies('client.webhooks')}`, async () => {
    const both = {
      ...signed,
      'webhook-signature': `v1a,ZWQyNTUxOQ== v1,not~base64 v1 ${sign(OTHER, now)['webhook-signature']} ${signed['webhook-signature']}`,
    };
    expect(await verify(BODY, both, SECRET)).toEqual(JSON.parse(BODY));
    expect(await verify(BODY, both, OTHER)).toEqual(JSON.parse(BODY));
  });

  it.each([
    ['another body', 'wrong_signature', `${BODY} `, signed],
    ['another id', 'wrong_signature', BODY, { ...signed, 'webhook-id': 'e2' }],
    [
      'another time',
      'wrong_signature',
      BODY,
      { ...signed, 'webhook-timestamp': sign(SECRET, secondsAgo(9))['webhook-timestamp'] },
    ],
    ['another secret', 'wrong_signature', BODY, sign(OTHER)],
    [
      'another version',
      'wrong_signature',
      BODY,
      { ...signed, 'webhook-signature': signed['webhook-signature'].replace('v1,', 'v2,') },
    ],
    ['a part of the signature', 'wrong_signature', BODY, { ...signed, 'webhook-signature': 'v1,' }],
    // As the event of a function may have it.
    [
      'other characters',
      'wrong_signature',
      BODY,
      { ...signed, 'webhook-id': 'e1\n', 'webhook-signature': 'v1,ł' },
    ],
    ['no signature', 'missing_headers', BODY, { ...signed, 'webhook-signature': undefined }],
    ['no id', 'missing_headers', BODY, { ...signed, 'webhook-id': '' }],
    ['no headers', 'missing_headers', BODY, {}],
    ['an old time', 'wrong_time', BODY, sign(SECRET, secondsAgo(302))],
    ['a time to come', 'wrong_time', BODY, sign(SECRET, secondsAgo(-302))],
    ['no number as its time', 'wrong_time', BODY, { ...signed, 'webhook-timestamp': 'now' }],
  ])(`refuses %s: %s${verifies('client.webhooks')}`, async (_, code, body, headers) => {
    const thrown = await verify(body, headers, SECRET).catch(error => error);
    expect(thrown).toBeInstanceOf(WebhookError);
    expect(thrown).toMatchObject({ code });
  });

  it(`accepts a time within five minutes${verifies('client.webhooks')}`, async () => {
    for (const seconds of [-298, 298])
      expect(await verify(BODY, sign(SECRET, secondsAgo(seconds)), SECRET)).toEqual(JSON.parse(BODY));
  });

  it.each(['', 'whsec_', 'whsec_ä'])(
    `refuses the secret %j, with which anybody could sign${verifies('client.webhooks')}`,
    async secret => {
      await expect(verify(BODY, signed, secret)).rejects.toThrow(TypeError);
    },
  );
});
