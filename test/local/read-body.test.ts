import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readBody } from '../../local/http/read-body.ts';

describe('a body', () => {
  let reading: (body: Promise<Buffer | undefined>) => void;
  const server = createServer((request, response) => {
    reading(readBody(request));
    request.on('end', () => response.end());
  });
  beforeEach(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  /** Sends the head and this much of a ten-byte body, and then runs the callback. */
  function send(part: string, rest: (socket: Socket) => void): Promise<Buffer | undefined> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\n${part}`);
    return new Promise((resolve, reject) => {
      reading = body => {
        body.then(resolve, reject);
        rest(socket);
      };
    });
  }

  it('is read to its end, even if the client disconnects right after', async () => {
    const body = await send('0123456789', socket => socket.end());
    expect(body?.toString()).toBe('0123456789');
  });

  it('is abandoned if the client disconnects before its end', async () => {
    await expect(send('01234', socket => socket.destroy())).rejects.toThrow(/disconnected|aborted/);
  });
});
