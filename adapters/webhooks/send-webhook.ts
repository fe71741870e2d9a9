import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { ConnectorError } from '../../core/customer-database/connector.ts';
import { isLoopback } from '../../core/customer-database/host-name.ts';
import { withoutDirections } from '../../core/markup/one-line.ts';
import {
  BODY_MAX,
  type SendResult,
  type SendWebhook,
  type WebhookMessage,
} from '../../core/webhooks/webhook-sender.ts';
import { hostOf } from '../../core/webhooks/webhook-url.ts';
import { codeOf } from '../customer-database/failure.ts';
import { dial, pinAddresses, type Resolve, systemResolve } from '../customer-database/reach.ts';

/** All that a call needs: name, connection, answer. */
const CALL_MS = 15_000;
/** How much of an answer is read, so that the receiver can finish it. */
const ANSWER_BYTES = 4_096;
/** Longer ones are no date. */
const RETRY_AFTER_MAX = 100;

export interface WebhookSenderOptions {
  /** Allow receivers on this machine, and http to them: for the local run. */
  readonly allowLoopback: boolean;
  /** How to look up host names. Default: the system's resolver. */
  readonly resolve?: Resolve;
  /** Certificate authorities to trust instead of the public ones, in PEM. */
  readonly ca?: string;
  /** Time limit of a call. */
  readonly callMs?: number;
}

/** Connects to an address that was checked, and to no other. The name is only for TLS and for the header Host. */
async function connect(
  url: URL,
  { allowLoopback, resolve = systemResolve }: WebhookSenderOptions,
  signal: AbortSignal,
): Promise<Socket> {
  const isSecure = url.protocol === 'https:';
  const addresses = await pinAddresses(hostOf(url), { resolve, allowLoopback, signal });
  if (!isSecure && !addresses.every(isLoopback)) throw new ConnectorError('refused', 'http is for loopback');
  return dial(addresses, Number(url.port || (isSecure ? 443 : 80)), signal);
}

function post(
  url: URL,
  { headers, body }: WebhookMessage,
  socket: Socket,
  { ca }: WebhookSenderOptions,
): ClientRequest {
  const options = { method: 'POST', headers: { ...headers, 'content-length': Buffer.byteLength(body) } };
  if (url.protocol === 'http:') return requestHttp(url, { ...options, createConnection: () => socket });
  const host = hostOf(url);
  const createConnection = () =>
    connectTls({ socket, host, ...(!isIP(host) && { servername: host }), ...(ca && { ca }) });
  return requestHttps(url, { ...options, createConnection });
}

/** Reads the start of an answer, on one line without control characters. Its status is known, so a failure here changes nothing. */
async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      if (bytes > ANSWER_BYTES) break;
    }
  } catch {}
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, ANSWER_BYTES));
  return [
    ...withoutDirections(text)
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim(),
  ]
    .slice(0, BODY_MAX)
    .join('');
}

function toFailure(error: unknown): SendResult {
  // The only other failure of that kind is a host without an address.
  if (error instanceof ConnectorError) return { failure: error.kind === 'refused' ? 'refused' : 'dns' };
  const code = codeOf(error);
  if (code === 'TIMEOUT') return { failure: 'timeout' };
  if (/^(EAI_|ENODATA|ESERVFAIL)/.test(code)) return { failure: 'dns' };
  if (/^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO)/.test(code))
    return { failure: 'tls' };
  return { failure: 'refused' };
}

/** {@link SendWebhook} from this process. */
export const createWebhookSender =
  (options: WebhookSenderOptions): SendWebhook =>
  async message => {
    const signal = AbortSignal.timeout(options.callMs ?? CALL_MS);
    let socket: Socket | undefined;
    try {
      const url = new URL(message.url);
      socket = await connect(url, options, signal);
      const request = post(url, message, socket, options);
      // An error after the answer only closes the socket.
      request.on('error', () => {});
      signal.addEventListener('abort', () => request.destroy(signal.reason), { once: true });
      request.end(message.body);
      const [response] = (await once(request, 'response', { signal })) as [IncomingMessage];
      const { statusCode: status = 0, headers } = response;
      const retryAfter = headers['retry-after']?.slice(0, RETRY_AFTER_MAX);
      const body = await readStart(response);
      return { status, ...(retryAfter !== undefined && { retryAfter }), ...(body !== '' && { body }) };
    } catch (error) {
      return toFailure(error);
    } finally {
      socket?.destroy();
    }
  };
