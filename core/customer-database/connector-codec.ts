import * as z from 'zod';
import type { ConnectorRequest } from './answer-connector.ts';
import { CONNECTOR_FAILURES, type Connector, ConnectorError } from './connector.ts';

const Contact = z.object({ id: z.string(), email: z.string(), name: z.string().nullable() });

const Failure = z.object({
  failure: z.object({ kind: z.enum(CONNECTOR_FAILURES), message: z.string(), code: z.string().optional() }),
});

const RESULTS = {
  test: z.object({ serverVersion: z.string() }),
  prepare: z.object({ serverVersion: z.string(), identity: z.string() }),
  append: z.null(),
  setPositions: z.null(),
  read: z.array(Contact),
  erase: z.null(),
} as const;

/**
 * The caller's side: a {@link Connector} that runs in another process.
 * @param send - takes a request as JSON and returns the answer as JSON; if it throws, the call is
 * `unavailable`
 */
export function connectorOver(send: (message: string) => Promise<string>): Connector {
  async function ask<Operation extends ConnectorRequest['operation']>(
    request: ConnectorRequest & { operation: Operation },
  ): Promise<z.output<(typeof RESULTS)[Operation]>> {
    let answer: unknown;
    try {
      answer = JSON.parse(await send(JSON.stringify(request)));
    } catch (cause) {
      throw new ConnectorError(
        'unavailable',
        'The database could not be reached right now. Try again in a moment.',
        {
          cause,
        },
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
    async erase(target, entries) {
      await ask({ operation: 'erase', target, entries: [...entries] });
    },
  };
}
