import { expect, it } from '@jest/globals';
import { checkWebhookUrl } from '../../../core/webhooks/webhook-url.ts';
import { verifies } from '../../support/verifies.ts';

const deployed = { allowInsecureLoopback: false };
const local = { allowInsecureLoopback: true };

it.each([
  'https://example.com',
  'https://example.com:8443/a?b=c',
  'https://xn--bcher-kva.example/',
  'https://bücher.example/',
  'https://93.184.215.14/',
  'https://[2606:4700::1111]/',
])(`%s can be a webhook’s url${verifies('webhooks.url')}`, url => {
  for (const site of [deployed, local]) expect(() => checkWebhookUrl(site, url)).not.toThrow();
});

it.each([
  'http://localhost:8080/',
  'http://127.0.0.1/',
  'https://[::1]/',
  'https://localhost/',
  'http://127.1/',
])(`%s can be one in the local run only${verifies('webhooks.url')}`, url => {
  expect(() => checkWebhookUrl(local, url)).not.toThrow();
  expect(() => checkWebhookUrl(deployed, url)).toThrow('Invalid input: url');
});

it.each([
  'http://example.com/',
  'https://user@example.com/',
  'https://10.0.0.1/',
  'https://2130706433.example.internal:80:80/',
  'https://0xa9.0xfe.0xa9.0xfe/',
  'https://[::ffff:10.0.0.1]/',
  'https://[64:ff9b::a00:1]/',
  'https://metadata/',
  'javascript:alert(1)',
  ' https://example.com/',
  'https://exa\tmple.com/',
])(`%j can be none${verifies('webhooks.url')}`, url => {
  for (const site of [deployed, local])
    expect(() => checkWebhookUrl(site, url)).toThrow('Invalid input: url');
});
