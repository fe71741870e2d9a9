import type { SiteFile } from '../../lib/build/site-file.ts';
import { buildTurnstileStandIn } from '../../lib/build/turnstile-stand-in.ts';
import type { Environment } from '../../settings/read-settings.ts';
import { jsonAnswer, startStandIn } from './stand-in.ts';

/** A stand-in for Turnstile: siteverify on its own port, and its script among the site's files. */
export interface TurnstileService {
  readonly verifyUrl: string;
  /** By path. Not deployed, and not secret: pages on any host may load it. */
  readonly files: ReadonlyMap<string, SiteFile>;
  /** The variables that point the functions at it. */
  readonly environment: Environment;
  stop(): Promise<void>;
}

/** The error codes for each dummy secret that Cloudflare publishes. */
const VERDICTS: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['1x0000000000000000000000000000000AA', []],
  ['2x0000000000000000000000000000000AA', ['invalid-input-response']],
  ['3x0000000000000000000000000000000AA', ['timeout-or-duplicate']],
]);

const SCRIPT = '/_local/turnstile/api.js';
const VERIFY = '/turnstile/v0/siteverify';

function errorsOf({ secret, response }: Readonly<Record<string, unknown>>): readonly string[] {
  if (!secret) return ['missing-input-secret'];
  const verdict = VERDICTS.get(secret);
  if (!verdict) return ['invalid-input-secret'];
  return response ? verdict : ['missing-input-response'];
}

/** The response to a posted form or JSON. */
function verify(fields: Readonly<Record<string, unknown>>): object {
  const errors = errorsOf(fields);
  if (errors.length > 0) return { success: false, 'error-codes': errors, messages: [] };
  return {
    success: true,
    'error-codes': [],
    challenge_ts: new Date().toISOString(),
    // Cloudflare's response for its dummy keys, whatever the page.
    hostname: 'example.com',
    metadata: { interactive: false, result_with_testing_key: true },
  };
}

/** Starts it. It responds as Cloudflare does for its published dummy keys. */
export async function startTurnstile(baseUrl: string): Promise<TurnstileService> {
  const script = await buildTurnstileStandIn();
  const { endpoint, stop } = await startStandIn(({ method, path, headers, body }) => {
    if (method !== 'POST' || path !== VERIFY) return jsonAnswer({}, 404);
    const isJson = headers['content-type']?.startsWith('application/json');
    const text = body.toString();
    return jsonAnswer(verify(isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))));
  });
  const verifyUrl = endpoint + VERIFY;
  return {
    verifyUrl,
    files: new Map([[SCRIPT, script]]),
    environment: {
      CHALLENGE_OPTIONAL: 'true',
      ALLOW_DUMMY_CHALLENGE_KEYS: 'true',
      TURNSTILE_VERIFY_URL: verifyUrl,
      TURNSTILE_SCRIPT_URL: baseUrl + SCRIPT,
    },
    stop,
  };
}
