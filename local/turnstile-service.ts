import type { IncomingMessage } from 'node:http';
import type { SiteFile } from '../lib/build/site-file.ts';
import { buildTurnstileStandIn } from '../lib/build/turnstile-stand-in.ts';
import type { Environment } from '../settings/read-settings.ts';
import { listen } from './http/listen.ts';

/** Stand-ins of Turnstile in this process: siteverify at an address of its own, its script among the files of the site. */
export interface TurnstileService {
  readonly verifyUrl: string;
  /** By url path. No part of a deployment, and no secret: pages under any host name may load it. */
  readonly files: ReadonlyMap<string, SiteFile>;
  /** What makes the functions use them. */
  readonly environment: Environment;
  stop(): Promise<void>;
}

/** The answer of each dummy secret that Cloudflare publishes; to no other secret there is a verdict here. */
const VERDICTS: Readonly<Record<string, readonly string[]>> = {
  '1x0000000000000000000000000000000AA': [],
  '2x0000000000000000000000000000000AA': ['invalid-input-response'],
  '3x0000000000000000000000000000000AA': ['timeout-or-duplicate'],
};

const SCRIPT = '/_local/turnstile/api.js';

const MAX_BODY_BYTES = 16_384;

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readFields(body: string, contentType = ''): Readonly<Record<string, unknown>> {
  if (!contentType.startsWith('application/json')) return Object.fromEntries(new URLSearchParams(body));
  try {
    const json: unknown = JSON.parse(body);
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function errorsOf({ secret, response }: Readonly<Record<string, unknown>>): readonly string[] {
  if (typeof secret !== 'string' || secret === '') return ['missing-input-secret'];
  const verdict = Object.hasOwn(VERDICTS, secret) ? VERDICTS[secret] : undefined;
  if (!verdict) return ['invalid-input-secret'];
  if (typeof response !== 'string' || response === '') return ['missing-input-response'];
  return verdict;
}

/** What siteverify says of a posted form or JSON. */
export function verifyDummyToken(body: string, contentType?: string): object {
  const errors = errorsOf(readFields(body, contentType));
  if (errors.length > 0) return { success: false, 'error-codes': errors, messages: [] };
  return {
    success: true,
    'error-codes': [],
    challenge_ts: new Date().toISOString(),
    // What Cloudflare answers for its dummy keys, wherever the page is.
    hostname: 'example.com',
    metadata: { interactive: false, result_with_testing_key: true },
  };
}

async function startSiteverify() {
  return listen('127.0.0.1', 0, async (request, response) => {
    const isVerify = request.method === 'POST' && request.url === '/turnstile/v0/siteverify';
    const body = await readText(request).catch(() => '');
    const answer = isVerify ? verifyDummyToken(body, request.headers['content-type']) : {};
    response.writeHead(isVerify ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  });
}

/**
 * Starts siteverify on a free port of the loopback interface. It answers as Cloudflare does by its published dummy
 * secrets, and the script by the site keys.
 */
export async function startTurnstile(baseUrl: string): Promise<TurnstileService> {
  const script = await buildTurnstileStandIn();
  const server = await startSiteverify();
  const verifyUrl = `http://127.0.0.1:${server.port}/turnstile/v0/siteverify`;
  return {
    verifyUrl,
    files: new Map([[SCRIPT, script]]),
    environment: {
      CHALLENGE_OPTIONAL: 'true',
      TURNSTILE_VERIFY_URL: verifyUrl,
      TURNSTILE_SCRIPT_URL: baseUrl + SCRIPT,
    },
    stop: () => server.stop({ force: true }),
  };
}
