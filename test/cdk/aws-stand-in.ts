import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call that a function made to AWS. */
export interface AwsCall {
  readonly service: 'sqs' | 'ses' | 's3' | 'lambda';
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

export interface AwsStandIn {
  readonly calls: readonly AwsCall[];
  /** The variables that point the SDK here instead of at AWS. */
  readonly variables: Readonly<Record<string, string>>;
  stop(): void;
}

/** The object S3 returns, whichever one is requested. */
export interface StoredObject {
  readonly bytes: Buffer;
  readonly metadata: Readonly<Record<string, string>>;
}

/** As SES's `GetAccount` answers. */
const SEND_QUOTA = { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours: 42_001 };

const serviceOf = ({ headers, url = '' }: IncomingMessage): AwsCall['service'] => {
  if (`${headers['x-amz-target']}`.startsWith('AmazonSQS')) return 'sqs';
  if (url.startsWith('/v2/email/')) return 'ses';
  return url.startsWith('/2015-03-31/functions/') ? 'lambda' : 's3';
};

function answerS3(method: string, response: ServerResponse, { bytes, metadata }: StoredObject): void {
  if (method !== 'GET') {
    response.writeHead(method === 'DELETE' ? 204 : 200, { etag: '"0123456789abcdef"' }).end();
    return;
  }
  const named = Object.entries(metadata).map(([name, value]) => [`x-amz-meta-${name}`, value] as const);
  response.writeHead(200, {
    'content-length': bytes.length,
    'content-type': 'application/octet-stream',
    ...Object.fromEntries(named),
  });
  response.end(bytes);
}

/** Answers the AWS calls that the functions make, and records them. */
export async function startAwsStandIn(stored: StoredObject): Promise<AwsStandIn> {
  const calls: AwsCall[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const service = serviceOf(request);
    const { method = '', url: path = '' } = request;
    calls.push({ service, method, path, body: Buffer.concat(chunks).toString() });
    if (service === 's3') return answerS3(method, response, stored);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(
        path === '/v2/email/account' ? { SendQuota: SEND_QUOTA } : { MessageId: '0100018f-example' },
      ),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const names = ['SQS', 'SESV2', 'S3', 'LAMBDA'];
  return {
    calls,
    variables: Object.fromEntries(names.map(name => [`AWS_ENDPOINT_URL_${name}`, url])),
    stop: () => server.close().closeAllConnections(),
  };
}
