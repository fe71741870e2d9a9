import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll } from '@jest/globals';
import { cacheRecent } from '../../core/kernel/cache-recent.ts';
import { guardLoops } from '../../core/page-code/guard-loops.ts';
import { servedCode } from '../../core/page-code/templates/templates.ts';
import { toPageDesign } from '../../core/pages/page-design.ts';
import {
  type PageView,
  pageSecurity,
  pageSecurityHeaders,
  renderPage,
} from '../../core/pages/render-page.ts';
import { firstViewOf } from '../../core/pages/render-template.ts';
import { questionsAt } from '../../core/questions/answers.ts';
import { buildTurnstileStandIn } from '../../lib/build/turnstile-stand-in.ts';
import { buildPageAssets } from '../../lib/build/web-assets.ts';
import { createStaticFiles } from '../../local/http/static-files.ts';

/** The response to a fake signup. */
export interface FakeAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** The response is held back until this settles. */
  readonly after?: Promise<unknown>;
}

/** A server of hosted pages for browser tests: the real HTML, headers and files, and signups whose responses tests choose. */
export interface PageServer {
  readonly origin: string;
  /** URL of a stand-in for Turnstile's script. */
  readonly challengeScript: string;
  /** Publishes a page at `/w/{slug}` and returns its url. `rawCode` skips the loop guard. */
  publish(page: Partial<PageView> & { readonly rawCode?: string }): string;
  /** Bodies of the signups received for a slug. */
  signups(slug: string): Record<string, unknown>[];
  /** Chooses the response to the signups of a slug. */
  answer(slug: string, answer: (signup: Record<string, unknown>) => FakeAnswer): void;
  /** Every request received, `METHOD /path`. */
  readonly requests: string[];
  /** Everything written to the sockets so far, headers included. */
  bytesSent(): number;
  close(): Promise<void>;
}

export async function startPageServer(): Promise<PageServer> {
  const { files, manifest } = await buildPageAssets();
  const staticFiles = createStaticFiles(files);
  const challengeFile = await buildTurnstileStandIn();
  const guard = cacheRecent(64, guardLoops);
  const pages = new Map<string, PageView>();
  const received = new Map<string, Record<string, unknown>[]>();
  const answers = new Map<string, (signup: Record<string, unknown>) => FakeAnswer>();
  const requests: string[] = [];

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  const sockets = new Set<Socket>();
  server.on('connection', socket => sockets.add(socket));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    requests.push(`${request.method} ${pathname}`);
    const sent = staticFiles(request, response, pathname, 'test');
    const [, slug = '', signup] = /^\/w\/([^/]+)(\/signups)?$/.exec(pathname) ?? [];
    const page = pages.get(slug);
    if (sent) {
      await sent;
    } else if (pathname === CHALLENGE_SCRIPT) {
      response.writeHead(200, {
        'content-type': challengeFile.contentType,
        'cache-control': challengeFile.cacheControl,
      });
      response.end(challengeFile.body);
    } else if (page && signup && request.method === 'POST') {
      await takeSignup(slug, JSON.parse(await text(request)), response);
    } else if (page && !signup) {
      const referredBy = searchParams.get('ref');
      const view = {
        ...page,
        referredBy,
        firstView: firstViewOf(page, questionsAt(page.questions, 'form'), referredBy),
      };
      const html = renderPage(view);
      response
        .writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'content-encoding': 'br',
          'cache-control': 'no-cache',
          ...pageSecurityHeaders(pageSecurity(view)),
        })
        .end(brotliCompressSync(html));
    } else {
      response.writeHead(404).end();
    }
  }

  async function takeSignup(
    slug: string,
    signup: Record<string, unknown>,
    response: ServerResponse,
  ): Promise<void> {
    const list = received.get(slug) ?? [];
    received.set(slug, [...list, signup]);
    const { status, body, headers, after } = answers.get(slug)?.(signup) ?? {
      status: 201,
      body: joined(`${origin}/w/${slug}`),
    };
    await after;
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  }

  return {
    origin,
    challengeScript: origin + CHALLENGE_SCRIPT,
    requests,
    bytesSent: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0),
    publish({ rawCode, ...page }) {
      const slug = page.slug ?? `page-${pages.size + 1}`;
      const pageUrl = `${origin}/w/${slug}`;
      pages.set(slug, {
        ...blankView,
        design: toPageDesign((rawCode ?? page.pageCode) ? { template: 'custom' } : {}),
        assets: manifest,
        ...page,
        slug,
        pageUrl,
        canonicalUrl: pageUrl,
        pageCode:
          rawCode ??
          guard(
            page.pageCode ??
              servedCode(
                null,
                {},
                {
                  asks: questionsAt(page.questions ?? [], 'form').length > 0,
                  isClosed: (page.door ?? 'open') !== 'open',
                  isTranslated: (page.language ?? 'en') !== 'en',
                },
              ),
          ),
      });
      return pageUrl;
    },
    signups: slug => received.get(slug) ?? [],
    answer: (slug, answer) => answers.set(slug, answer),
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

/** The page server that all tests of a suite use. Its members are set once the hooks run. */
export function sharePageServer(): PageServer {
  const server = {} as PageServer;
  beforeAll(async () => void Object.assign(server, await startPageServer()));
  afterAll(() => server.close?.());
  return server;
}

const CHALLENGE_SCRIPT = '/challenge/api.js';

/** The response of contract section 5 to a new signup. */
export function joined(pageUrl: string, position = 128): Record<string, unknown> {
  return {
    position,
    referralCode: 'k7Qm2xWd',
    referralLink: `${pageUrl}?ref=k7Qm2xWd`,
    message: 'Welcome aboard. We open the doors to a few people every week, in order.',
  };
}

const blankView = {
  language: 'en' as const,
  languages: ['en' as const],
  id: '01900000-0000-7000-8000-000000000001',
  name: 'Fieldnotes',
  lead: 'A notebook that answers.',
  firstView: null,
  seoTitle: null,
  seoDescription: null,
  seoKeywords: null,
  ogImage: 'https://anteroom.example/card.png',
  referralEnabled: false,
  referralBoost: 5,
  signups: 1284,
  waiting: 1284,
  door: 'open' as const,
  opensAt: null,
  closedMessage: null,
  whiteLabel: false,
  referredBy: null,
  challenge: null,
  allowedOrigins: [],
  questions: [],
};
