import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { toEvent } from '../../local/http/event.ts';
import {
  AuthorizerEvent,
  HttpEvent,
  OriginResponseEvent,
  QueueEvent,
  RestEvent,
  ScheduleEvent,
  SesEvent,
  ViewerEvent,
} from './event-schemas.ts';
import {
  authorizerEvent,
  bounceDetail,
  complaintDetail,
  exportEvent,
  httpEvent,
  originResponseEvent,
  queueEvent,
  scheduledEvent,
  sesEvent,
  viewerRequestEvent,
  viewerResponseEvent,
} from './recorded-events.ts';

describe('the events used in tests match what AWS sends, and nothing else', () => {
  const whole = {
    rawQueryString: 'limit=1&limit=2&q=%C3%A9',
    queryStringParameters: { limit: '1,2', q: 'é' },
    pathParameters: { id: 'a b' },
    cookies: ['a=1'],
    body: '{}',
  };
  it.each([
    ['the HTTP API', HttpEvent, httpEvent('GET', '/api/v1', 'GET /api/v1')],
    ['the HTTP API', HttpEvent, httpEvent('GET', '/api/v1/a b', 'GET /api/v1/{id}', whole)],
    ['a REST API, to its authorizer', AuthorizerEvent, authorizerEvent({ 'Content-Type': 'image/png' })],
    ['a REST API, to a function', RestEvent, exportEvent('a', { 'Content-Type': 'text/csv' })],
    ['a queue', QueueEvent, queueEvent('{}', { reason: 'bounce' })],
    ['a schedule', ScheduleEvent, scheduledEvent],
    ['SES', SesEvent, sesEvent('Email Bounced', 'Bounce', bounceDetail('Permanent'))],
    ['SES', SesEvent, sesEvent('Email Complaint Received', 'Complaint', complaintDetail())],
    ['SES', SesEvent, sesEvent('Email Complaint Received', 'Complaint', complaintDetail('abuse'))],
    ['CloudFront, to Lambda@Edge', OriginResponseEvent, originResponseEvent('200', { ETag: '"a"' })],
    ['CloudFront, to its functions', ViewerEvent, viewerRequestEvent({ uri: '/?a=1' })],
    ['CloudFront, to its functions', ViewerEvent, viewerRequestEvent({ uri: '/', isMultiTenant: true })],
    ['CloudFront, to its functions', ViewerEvent, viewerResponseEvent({ 'content-type': 'text/html' })],
  ])('%s', (_sender, schema, event) => {
    expect(schema.parse(event)).toEqual(event);
  });
});

describe('the local server', () => {
  /** The event the local server builds from a raw request. */
  async function eventOf(path: string, init: RequestInit, pathParameters?: Record<string, string>) {
    const events: unknown[] = [];
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const [sent = '', rawQueryString = ''] = (request.url ?? '').split('?');
      const routed = { request, method: request.method ?? '', path: sent, rawQueryString, pathParameters };
      const body = Buffer.concat(chunks);
      events.push(
        toEvent({ ...routed, requestId: 'r-1', sourceIp: '127.0.0.1', routeKey: '$default', body }),
      );
      response.end();
    }).listen(0, '127.0.0.1');
    try {
      await new Promise(resolve => server.once('listening', resolve));
      await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init);
    } finally {
      server.close().closeAllConnections();
    }
    return events[0];
  }

  it.each([
    ['for a plain request', '/api/v1', {}],
    [
      'with a query, cookies, and a repeated header',
      '/w/hello?ref=A&ref=B&x=%26',
      {
        headers: [
          ['Cookie', 'a=1; b=x=y'],
          ['X-One', '1'],
          ['X-One', '2'],
        ],
      },
    ],
    ['with a body', '/w/hello/signups', { method: 'POST', body: '{"a":"é"}' }],
    ['with an empty body', '/w/hello/signups', { method: 'POST', body: '' }],
    ['for a form', '/sign-in', { method: 'POST', body: new URLSearchParams({ email: 'a@example.com' }) }],
    ['for a path that is not a valid URL', '/w/%C3%A9%20%ff/%zz', {}],
  ] as [string, string, RequestInit][])(
    'creates the same events as API Gateway: %s',
    async (_case, path, init) => {
      const event = await eventOf(path, init);
      expect(HttpEvent.parse(event)).toEqual(event);
    },
  );

  it('decodes the path as API Gateway does, and leaves the query as it was sent', async () => {
    const event = await eventOf('/w/%C3%A9%20b?ref=%C3%A9', {}, { slug: 'é b' });
    expect(HttpEvent.parse(event)).toMatchObject({
      rawPath: '/w/é b',
      rawQueryString: 'ref=%C3%A9',
      queryStringParameters: { ref: 'é' },
    });
  });
});
