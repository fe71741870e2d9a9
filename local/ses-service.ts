import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import ses from 'aws-ses-v2-local';
import sesStore from 'aws-ses-v2-local/dist/store.js';
import { createEmailPace, type EmailPace } from './email-pace.ts';
import type { Mailbox } from './mailbox.ts';
import { feedbackOf } from './ses-feedback.ts';
import { isOwnRequest, NOT_OURS } from './stand-in-guard.ts';

/** A stand-in of SES in this process. */
export interface SesService {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** Takes an accepted message out of the emulator's memory, where it would otherwise stay for ever. */
function takeAccepted(messageId: string) {
  const { emails } = sesStore.getStoreReadonly();
  const index = emails.findIndex(email => email.messageId === messageId);
  return index === -1 ? undefined : emails.splice(index, 1)[0];
}

async function keep(mailbox: Mailbox, answer: string): Promise<void> {
  const { MessageId: id } = JSON.parse(answer) as { MessageId?: string };
  const email = id === undefined ? undefined : takeAccepted(id);
  if (!email) return;
  await mailbox.append({
    id: email.messageId,
    to: email.destination.to.join(', '),
    from: email.from,
    subject: email.subject,
    html: email.body.html ?? '',
    text: email.body.text ?? '',
    sentAt: new Date().toISOString(),
  });
}

/**
 * Holds an answer of the emulator back until the message it accepted is on the disk. So a message that the sender
 * believes sent is kept, whatever happens to this process next; one that it does not, it sends again.
 */
function keepBeforeAnswer(response: ServerResponse, mailbox: Mailbox): void {
  const end = response.end.bind(response) as (chunk?: unknown) => ServerResponse;
  response.end = ((chunk?: unknown) => {
    response.end = end as typeof response.end;
    if (response.statusCode !== 200) return end(chunk);
    keep(mailbox, String(chunk)).then(
      () => end(chunk),
      () => {
        response.statusCode = 500;
        response.removeHeader('content-length');
        response.removeHeader('etag');
        end('{"message":"The mailbox cannot be written"}');
      },
    );
    return response;
  }) as typeof response.end;
}

export interface SesOptions {
  /** Where it puts what it accepts. */
  readonly mailbox: Mailbox;
  /** At which it accepts. */
  readonly pace?: EmailPace;
  /** Told of each bounce and complaint, in the words of the feedback queue. */
  readonly onFeedback?: (message: string) => void;
}

/** Starts it on a free port of the loopback interface. */
export async function startSes({
  mailbox,
  pace = createEmailPace(),
  onFeedback = () => {},
}: SesOptions): Promise<SesService> {
  const server = await ses.default({ host: '127.0.0.1', port: 0 });
  const [emulate] = server.listeners('request') as RequestListener[];
  if (!emulate) throw new Error('The stand-in of SES takes no requests');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (!isOwnRequest(request.headers)) return response.writeHead(NOT_OURS).end();
    if (request.method !== 'POST') return emulate(request, response);
    keepBeforeAnswer(response, mailbox);
    // As SES does it: after the answer, and whatever the sender does next.
    response.once('finish', () => {
      const feedback = response.statusCode === 200 ? feedbackOf(request) : undefined;
      if (feedback !== undefined) onFeedback(feedback);
    });
    pace.next().then(() => emulate(request, response));
  });
  const { port } = server.address() as { port: number };
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async stop() {
      server.close();
      server.closeIdleConnections();
      const harder = setTimeout(() => server.closeAllConnections(), 2_000);
      await once(server, 'close');
      clearTimeout(harder);
    },
  };
}
