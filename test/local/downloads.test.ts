import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGunzip } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import {
  type DownloadedFile,
  definePublicOperation,
  EFFECT,
  type Operation,
} from '../../core/kernel/operation.ts';
import { toHttpEvent } from '../../lambdas/http/rest-event.ts';
import { createDownloadHandler } from '../../lambdas/middleware/download-handler.ts';
import { createLogger } from '../../lambdas/services/logger.ts';
import { toProxyEvent } from '../../local/http/rest-event.ts';
import { LOCAL_RUNTIME, streamFunction } from '../../local/http/stream-function.ts';
import { eventually } from '../support/eventually.ts';

const PATH = '/download';
/** Far more data than socket buffers hold, random so that it does not compress well. */
const PARTS = 400;
const PART_LENGTH = 80_000;
const part = (): string => randomBytes((PART_LENGTH / 4) * 3).toString('base64');

/** The parts a download has requested so far, and whether it was told to stop. */
interface Source {
  asked: number;
  ended: boolean;
}

describe('a function with a streaming response', () => {
  let server: Server;
  const failures: unknown[] = [];
  afterEach(() => {
    failures.length = 0;
    server.closeAllConnections();
    server.close();
  });

  /** Serves a download of these parts. */
  async function serve(source: Source, parts: () => AsyncIterable<string>): Promise<string> {
    const operation = definePublicOperation({
      name: 'download',
      group: 'dashboard',
      title: 'Download',
      summary: '',
      description: '',
      method: 'GET',
      path: PATH,
      effect: EFFECT.read,
      status: 200,
      download: { mediaType: 'text/plain' },
      input: () => z.object({}),
      output: () => z.custom<DownloadedFile>(),
      run: async () => ({
        fileName: 'parts.txt',
        parts: (async function* () {
          try {
            for await (const each of parts()) {
              source.asked++;
              yield each;
            }
          } finally {
            source.ended = true;
          }
        })(),
      }),
    });
    const handler = createDownloadHandler(LOCAL_RUNTIME, {
      operations: [operation as Operation],
      services: {},
      site: { baseUrl: 'http://127.0.0.1' } as never,
      authenticator: { authenticate: async () => null },
      logger: createLogger('test', { LOG_LEVEL: 'SILENT' }),
      originSecret: undefined,
    });
    server = createServer((request, response) => {
      const event = toProxyEvent({
        request,
        requestId: 'r',
        resource: PATH,
        path: PATH,
        address: '127.0.0.1',
      });
      streamFunction('download', (each, ...rest) => handler(toHttpEvent(each), ...rest), event, {
        response,
        requestId: 'r',
      }).catch((error: unknown) => {
        failures.push(error);
        response.destroy();
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`;
  }

  async function open(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
    const [response] = (await once(get(url, { headers, agent: false }), 'response')) as [IncomingMessage];
    return response;
  }

  async function* many(): AsyncGenerator<string> {
    for (let n = 0; n < PARTS; n++) yield part();
  }

  /** Waits until the requests for parts pause. */
  async function settled(source: Source): Promise<number> {
    let before = -1;
    return eventually(async () => {
      const isStill = source.asked === before;
      before = source.asked;
      expect(isStill).toBe(true);
      return before;
    });
  }

  describe.each([
    ['plain', {}],
    ['compressed', { 'accept-encoding': 'gzip' }],
  ])('%s', (_, headers) => {
    it('requests only as many parts as its reader takes', async () => {
      const source = { asked: 0, ended: false };
      const response = await open(await serve(source, many), headers);
      await once(response, 'readable');
      expect(await settled(source)).toBeLessThan(PARTS / 2);
      expect(source.ended).toBe(false);

      const body = response.headers['content-encoding'] ? response.pipe(createGunzip()) : response;
      let bytes = 0;
      for await (const chunk of body) bytes += (chunk as Buffer).length;
      expect(bytes).toBe(PARTS * PART_LENGTH);
      expect(source).toEqual({ asked: PARTS, ended: true });
      expect(failures).toEqual([]);
    });

    it('stops its source when its reader disconnects', async () => {
      const source = { asked: 0, ended: false };
      const response = await open(await serve(source, many), headers);
      await once(response, 'readable');
      await settled(source);
      response.destroy();
      await eventually(async () => expect(source.ended).toBe(true));
      expect(source.asked).toBeLessThan(PARTS);
      await eventually(async () => expect(failures).toHaveLength(1));
    });

    it('aborts when its source fails, after sending what was read', async () => {
      const source = { asked: 0, ended: false };
      async function* failing() {
        yield part();
        yield part();
        throw new Error('the database is gone');
      }
      const response = await open(await serve(source, failing), headers);
      const read = async () => {
        for await (const _chunk of response);
      };
      await expect(read()).rejects.toThrow('aborted');
      expect(response.statusCode).toBe(200);
      expect(response.complete).toBe(false);
      expect(source.ended).toBe(true);
      expect(failures).toMatchObject([{ cause: { message: 'the database is gone' } }]);
    });
  });
});
