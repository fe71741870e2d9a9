import * as z from 'zod';
import { NO_SOURCE } from '../questions/source.ts';
import type { ConnectorRequest } from './answer-connector.ts';
import { CONNECTOR_FAILURES, type Connector, ConnectorError, type EntryContact } from './connector.ts';

const Contact = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  // The previous release has none.
  answers: z.custom<EntryContact['answers']>().default({}),
  consents: z.custom<EntryContact['consents']>().default({}),
  source: z.custom<EntryContact['source']>().default(NO_SOURCE),
});

const Failure = z.object({
  failure: z.object({ kind: z.enum(CONNECTOR_FAILURES), message: z.string(), code: z.string().optional() }),
});

const RESULTS = {
  test: z.object({ serverVersion: z.string() }),
  prepare: z.object({ serverVersion: z.string(), identity: z.string() }),
  append: z.null(),
  setPositions: z.null(),
  read: z.array(Contact),
  search: z.array(z.string()),
  change: z.null(),
  erase: z.null(),
} as const;

/**
 * The caller's side: a {@link Connector} that runs in another process.
 * @param send - takes a request and returns the answer, both as plain data; if it throws, the call is `unavailable`
 */
export function connectorOver(send: (request: unknown) => Promise<unknown>): Connector {
  async function ask<Operation extends ConnectorRequest['operation']>(
    request: ConnectorRequest & { operation: Operation },
  ): Promise<z.output<(typeof RESULTS)[Operation]>> {
    let answer: unknown;
    try {
      answer = await send(request);
    } catch (cause) {
      throw new ConnectorError(
        'unavailable',
        'The database could not be reached right now. Try again in a moment.',
        { cause },
      );
    }
    const failed = Failure.safeParse(answer);
    if (failed.success) {
      const { kind, message, code } = failed.data.failure;
      throw new ConnectorError(kind, message, { cause: code });
    }
    const shape: z.ZodType = z.object({ result: RESULTS[request.operation] });
    return (shape.parse(answer) as { result: z.output<(typeof RESULTS)[Operation]> }).result;
  }

  return {
    test: target => ask({ operation: 'test', target }),
    prepare: target => ask({ operation: 'prepare', target }),
    async append(target, entries) {
      await ask({ operation: 'append', target, entries: [...entries] });
    },
    async setPositions(target, places) {
      await ask({ operation: 'setPositions', target, places: [...places] });
    },
    read: (target, ids) => ask({ operation: 'read', target, ids: [...ids] }),
    async change(target, entries) {
      await ask({ operation: 'change', target, entries: [...entries] });
    },
    search: (target, search) =>
      ask({ operation: 'search', target, search: { ...search, answers: [...search.answers] } }),
    async erase(target, entries) {
      await ask({ operation: 'erase', target, entries: [...entries] });
    },
  };
}
