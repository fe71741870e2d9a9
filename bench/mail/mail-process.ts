import type { Context } from 'aws-lambda';
import { disconnectDatabase } from '../../adapters/postgres/kernel/pool.ts';
import { createSesMailer } from '../../adapters/ses/mailer.ts';
import { MAX_IN_FLIGHT } from '../../core/email/send-pace.ts';
import { renderConfirmation } from '../../core/email-templates/confirmation-email.ts';
import { createHandler } from '../../lambdas/worker/handler.ts';
import { answerParent } from '../child.ts';
import { POOL_SIZE } from '../http/local-server.ts';

/** As many as the queue starts at once (`worker-queue.ts`). */
const WORKER_RUNS = 5;
const SENDER = 'Bench <bench@bench.test>';
const BASE_URL = 'https://bench.test';
const context = { getRemainingTimeInMillis: () => 60_000 } as Context;

export interface MailQuestion {
  readonly by: 'outbox' | 'bare';
  readonly emails: number;
  readonly databaseUrl: string;
  readonly sesEndpoint: string;
}

export interface MailAnswer {
  readonly seconds: number;
}

async function timed(work: () => Promise<unknown>): Promise<MailAnswer> {
  const startedAt = performance.now();
  await work();
  return { seconds: (performance.now() - startedAt) / 1_000 };
}

/** Runs the worker as often at once as the queue does, until the outbox is empty. */
async function runWorker({ databaseUrl, sesEndpoint }: MailQuestion): Promise<MailAnswer> {
  const nowhere = 'http://127.0.0.1:9';
  const handler = createHandler({
    LOG_LEVEL: 'ERROR',
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    DIGEST_KEY: Buffer.alloc(32).toString('base64'),
    SEAL_KEY: Buffer.alloc(32).toString('base64'),
    BASE_URL,
    EMAIL_FROM: SENDER,
    EMAILS_PER_DAY_PRO: '100000000',
    AWS_ENDPOINT_URL_SESV2: sesEndpoint,
    AWS_ENDPOINT_URL_SQS: nowhere,
    WORKER_QUEUE_URL: `${nowhere}/000000000000/unused`,
    CONNECTOR_FUNCTION_NAME: 'unused',
    WEBHOOK_SENDER_FUNCTION_NAME: 'unused',
    ASSETS_BUCKET: 'unused',
    FALLBACK_ORIGIN: 'cname.bench.test',
    DOMAINS_DISTRIBUTION_ID: 'unused',
    DOMAINS_CONNECTION_GROUP_ID: 'unused',
    DOMAINS_TAG: 'name=unused',
  });
  const answer = await timed(() =>
    Promise.all(Array.from({ length: WORKER_RUNS }, () => handler({ Records: [] }, context))),
  );
  // A connection reports its transactions when it closes, at the latest.
  await disconnectDatabase({ DATABASE_URL: databaseUrl });
  return answer;
}

/** Renders and sends as many emails, as many at once, and reads and saves nothing. */
async function sendBare({ emails, sesEndpoint }: MailQuestion): Promise<MailAnswer> {
  const mailer = createSesMailer({ region: 'us-east-1', endpoint: sesEndpoint, from: SENDER });
  const origin = { emailDigest: Buffer.alloc(32), waitlistId: null };
  let left = emails;
  const sender = async () => {
    while (left-- > 0) {
      const email = renderConfirmation({
        to: `entry${left}@bench.test`,
        language: 'en',
        waitlistName: 'Hot',
        design: {},
        position: left,
        pageUrl: `${BASE_URL}/w/hot`,
        statusUrl: `${BASE_URL}/s/token`,
        referralLink: `${BASE_URL}/w/hot?ref=code`,
        referralBoost: 10,
        stopUrl: `${BASE_URL}/u/token`,
      });
      await mailer.send(email, origin);
    }
  };
  return timed(() => Promise.all(Array.from({ length: MAX_IN_FLIGHT }, sender)));
}

answerParent<MailQuestion, MailAnswer>(question =>
  question.by === 'outbox' ? runWorker(question) : sendBare(question),
);
