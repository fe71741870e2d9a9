import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { FunctionBundle } from '../../lib/build/bundle-function.ts';
import { ORIGIN_SECRET } from './recorded-events.ts';

/** The environment of a function in Lambda, and nothing else; the host names do not resolve. */
export const ENVIRONMENT = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'example',
  ASSETS_BUCKET: 'assets',
  CARD_PACKAGES_DIR: '/var/task/packages',
  BASE_URL: 'https://d111111abcdef8.cloudfront.net',
  DATABASE_HOST: 'database.invalid',
  DIGEST_KEY_SECRET_ARN: 'arn:aws:secretsmanager:us-east-1:123456789012:secret:digest',
  DOMAINS_CONNECTION_GROUP_ID: 'cg_example',
  DOMAINS_DISTRIBUTION_ID: 'EDOMAINS',
  DOMAINS_TAG: 'anteroom-stage=production',
  SENDERS_TAG: 'anteroom-stage=production',
  EMAIL_FROM: 'hello@anteroom.app',
  FALLBACK_ORIGIN: 'cname.anteroom.app',
  MASTER_SECRET_ARN: 'arn:aws:secretsmanager:us-east-1:123456789012:secret:master',
  MIGRATIONS_DIR: '/var/task/migrations',
  ORIGIN_SECRET,
  STAGING_BUCKET: 'staging',
  PAGE_ASSETS: JSON.stringify({
    shellJs: '/s',
    placeJs: '/t',
    placeCss: '/u',
    questionsCss: '/u',
    css: '/c',
    frameHtml: '/f',
    runtimeJs: '/r',
    icon: '/i',
    homeCss: '/h',
    homeJs: '/j',
    homeCard: '/p',
  }),
  SEAL_KEY_ARN: 'arn:aws:kms:us-east-1:123456789012:key/seal',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_a_test',
  TURNSTILE_SITE_KEY: '0x4AAAAAAAsite-key',
  TURNSTILE_SECRET_ARN: 'arn:aws:secretsmanager:us-east-1:123456789012:secret:turnstile',
  WORKER_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/123456789012/worker',
  CONNECTOR_FUNCTION_NAME: 'unused',
  WEBHOOK_SENDER_FUNCTION_NAME: 'unused',
};

/**
 * The parts of Lambda's Node.js runtime we use: marking streaming handlers, and writing the response head before the
 * first byte, followed by eight zero bytes.
 */
const RUNTIME = `
  globalThis.awslambda = {
    streamifyResponse(handler) {
      handler[Symbol.for('aws.lambda.runtime.handler.streaming')] = 'response';
      return handler;
    },
    HttpResponseStream: {
      from(stream, head) {
        const write = stream.write.bind(stream);
        stream.write = (...given) => {
          stream.write = write;
          write(JSON.stringify(head));
          write(new Uint8Array(8));
          return write(...given);
        };
        return stream;
      },
    },
  };`;

export type Variables = Readonly<Record<string, string>>;

/** Each function's files in a separate folder, outside our source tree. */
export interface LambdaFolder {
  /**
   * Runs a script in a process with only one function's files and environment.
   * @returns its last line of output, parsed as JSON
   */
  run(name: string, script: string, variables?: Variables): Promise<unknown>;
  /** Like {@link run}, but returns every line. */
  print(name: string, script: string, variables?: Variables): Promise<string[]>;
  remove(): Promise<void>;
}

/** Unpacks bundles as Lambda does: `index.mjs`, and deferred files beside it. */
export async function unpackBundles(bundles: ReadonlyMap<string, FunctionBundle>): Promise<LambdaFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'anteroom-bundles-'));
  for (const { name, code, deferred } of bundles.values()) {
    for (const [path, content] of [['index.mjs', code] as const, ...deferred]) {
      const file = join(folder, name, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
  }

  const print: LambdaFolder['print'] = async (name, script, variables = ENVIRONMENT) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        '--import',
        `data:text/javascript,${encodeURIComponent(RUNTIME)}`,
        '--input-type=module',
        '--eval',
        script,
      ],
      { cwd: join(folder, name), env: variables, maxBuffer: 16 * 1024 * 1024 },
    );
    return stdout.split('\n').filter(Boolean);
  };
  return {
    print,
    run: async (name, script, variables) =>
      JSON.parse((await print(name, script, variables)).at(-1) ?? 'null'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
