import { connect, type Socket } from 'node:net';
import { answerParent } from '../child.ts';
import { percentile } from '../statistics.ts';
import type { HttpLoad, HttpLoadResult } from './http-load.ts';
import { requestsOf } from './request-sources.ts';

/**
 * A client on plain sockets. It shares the processors with the servers, so its own cost per request dampens every
 * ratio: autocannon costs four times as much, more than a bare server takes to respond.
 */
const HEAD_END = '\r\n\r\n';
const LENGTH = /\r\ncontent-length: *(\d+)/i;

/** Calls back with each response's status. Both sides send `Content-Length`, and one response at a time. */
function onAnswers(socket: Socket, answered: (status: number) => void): void {
  let head = '';
  let status = 0;
  let missing = 0;
  socket.on('data', (chunk: Buffer) => {
    if (missing > 0) {
      missing -= chunk.length;
    } else {
      head += chunk.toString('latin1');
      const end = head.indexOf(HEAD_END);
      if (end === -1) return;
      const length = LENGTH.exec(head.slice(0, end))?.[1];
      if (length === undefined) throw new Error('A response has no Content-Length');
      status = Number(head.slice(9, 12));
      missing = Number(length) - (head.length - end - HEAD_END.length);
      head = '';
    }
    if (missing < 0) throw new Error('A response is longer than its Content-Length');
    if (missing === 0) answered(status);
  });
}

answerParent<HttpLoad, HttpLoadResult>(async ({ port, connections, seconds, source, expected }) => {
  const nextRequest = requestsOf(source);
  const latencies: number[] = [];
  const others: Record<string, number> = {};
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;

  const converse = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      let sentAt = 0;
      const send = () => {
        sentAt = performance.now();
        socket.write(nextRequest());
      };
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('The server closed a connection')));
      onAnswers(socket, status => {
        const now = performance.now();
        if (status === expected) latencies.push(now - sentAt);
        else others[status] = (others[status] ?? 0) + 1;
        if (now < until) return send();
        resolve();
        socket.destroy();
      });
      socket.once('connect', send);
    });

  await Promise.all(
    Array.from({ length: connections }, () => converse(connect({ port, host: '127.0.0.1', noDelay: true }))),
  );
  const elapsed = (performance.now() - startedAt) / 1000;
  return {
    rate: latencies.length / elapsed,
    answers: latencies.length,
    p99: percentile(latencies, 0.99),
    others,
  };
});
