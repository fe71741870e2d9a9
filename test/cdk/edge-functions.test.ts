import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import type { Data } from './assembly.ts';

const folder = join(import.meta.dirname, '../../lib/edge');

/** Runs a CloudFront Function as CloudFront does: a script whose `handler` is called, with nothing around it. */
async function cloudFrontFunction(file: string, event: Data): Promise<Data> {
  const script = await readFile(join(folder, file), 'utf8');
  // CloudFront's limit for a function's code.
  expect(Buffer.byteLength(script)).toBeLessThan(10_240);
  const text = runInNewContext(`${script}; JSON.stringify(handler(${JSON.stringify(event)}))`, {}) as string;
  return JSON.parse(text);
}

describe('viewer-request.js', () => {
  it('says who asks for which host, whatever the viewer claims', async () => {
    const request = await cloudFrontFunction('viewer-request.js', {
      viewer: { ip: '2001:db8::1' },
      request: {
        method: 'POST',
        uri: '/w/hello/signups',
        headers: {
          host: { value: 'anteroom.app' },
          'x-viewer-address': { value: '10.0.0.1' },
          'x-viewer-host': { value: 'evil.test' },
        },
      },
    });
    expect(request.headers).toEqual({
      host: { value: 'anteroom.app' },
      'x-viewer-address': { value: '2001:db8::1' },
      'x-viewer-host': { value: 'anteroom.app' },
    });
  });
});

describe('object-headers.js', () => {
  it('makes headers of an object’s metadata and leaves the others alone', async () => {
    const response = await cloudFrontFunction('object-headers.js', {
      response: {
        statusCode: 200,
        headers: {
          'content-type': { value: 'text/html' },
          'x-amz-meta-content-security-policy': { value: "default-src 'none'" },
          'x-amz-meta-referrer-policy': { value: 'no-referrer' },
        },
      },
    });
    expect(response.headers).toEqual({
      'content-type': { value: 'text/html' },
      'content-security-policy': { value: "default-src 'none'" },
      'referrer-policy': { value: 'no-referrer' },
    });
  });
});

describe('restore-challenge.cjs', () => {
  const { handler } = createRequire(import.meta.url)(join(folder, 'restore-challenge.cjs')) as Data;
  const answer = (status: string, headers: Data) =>
    handler({
      Records: [{ cf: { config: { eventType: 'origin-response' }, response: { status, headers } } }],
    });

  it('gives the challenge of a 401 its name back', async () => {
    const response = await answer('401', {
      'x-amzn-remapped-www-authenticate': [{ key: 'x-amzn-Remapped-www-authenticate', value: 'Bearer' }],
    });
    expect(response.headers).toEqual({ 'www-authenticate': [{ key: 'WWW-Authenticate', value: 'Bearer' }] });
  });

  it('leaves every other answer as it is, and one that API Gateway did not rename', async () => {
    for (const headers of [{}, { 'www-authenticate': [{ key: 'WWW-Authenticate', value: 'Bearer' }] }]) {
      expect((await answer('200', { ...headers })).headers).toEqual(headers);
    }
  });
});
