import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from '@jest/globals';
import type { ApiSession } from './session.ts';

/** A site of a waitlist's owner while the suite runs. */
export interface OwnSite {
  /** Known from `beforeAll` on. */
  readonly origin: string;
}

export function shareOwnSite(answer: RequestListener): OwnSite {
  const site = createServer(answer);
  beforeAll(() => new Promise<void>(resolve => void site.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise<unknown>(resolve => site.close(resolve)));
  return {
    get origin() {
      return `http://localhost:${(site.address() as AddressInfo).port}`;
    },
  };
}

/** A site whose only page has the form of the waitlist `rockets`. */
export const shareEmbedSite = (session: ApiSession): OwnSite =>
  shareOwnSite((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><html lang="en"><head><title>Rockets</title></head><body><main><h1>Rockets</h1>
        <script src="${session.url}/embed.js" async></script>
        <anteroom-waitlist slug="rockets"></anteroom-waitlist></main></body></html>`);
  });
