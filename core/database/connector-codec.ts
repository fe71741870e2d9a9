import * as z from 'zod';
import {
  CONNECTOR_FAILURES,
  CONNECTOR_LIMITS,
  type Connector,
  ConnectorError,
  DB_TYPES,
} from './connector.ts';

const Id = z.uuid().toLowerCase();
const Position = z.int().min(1).max(2_147_483_647);

const Target = z.object({
  dbType: z.enum(DB_TYPES),
  connectionString: z.string(),
  tableName: z.string().regex(/^waitlist_[a-z0-9_]{1,54}$/),
});

const Entry = z.object({
  id: Id,
  email: z.string().max(254),
  name: z.string().max(400).nullable(),
  position: Position,
  referralCode: z.string().max(32),
  referredBy: z.string().max(32).nullable(),
  metadata: z.record(z.string(), z.unknown()),
  createdAt: z.iso.datetime({ precision: 3 }),
});

const Contact = z.object({ id: z.string(), email: z.string(), name: z.string().nullable() });

/** What a connector is asked, as it travels. */
const Request = z.discriminatedUnion('operation', [
  z.object({ operation: z.literal('test'), target: Target }),
  z.object({ operation: z.literal('prepare'), target: Target }),
  z.object({
    operation: z.literal('append'),
    target: Target,
    entries: z.array(Entry).max(CONNECTOR_LIMITS.append),
  }),
  z.object({
    operation: z.literal('setPositions'),
    target: Target,
    places: z.array(z.object({ id: Id, position: Position })).max(CONNECTOR_LIMITS.setPositions),
  }),
  z.object({ operation: z.literal('read'), target: Target, ids: z.array(Id).max(CONNECTOR_LIMITS.read) }),
  z.object({
    operation: z.literal('erase'),
    target: Target,
    entries: z.array(z.object({ id: Id, referralCode: z.string().max(32) })).max(CONNECTOR_LIMITS.erase),
  }),
]);
export type ConnectorRequest = z.output<typeof Request>;

const Failure = z.object({
  failure: z.object({ kind: z.enum(CONNECTOR_FAILURES), message: z.string(), code: z.string().optional() }),
});

/** What each operation answers. */
const RESULTS = {
  test: z.object({ serverVersion: z.string() }),
  prepare: z.object({ serverVersion: z.string(), identity: z.string() }),
  append: z.null(),
  setPositions: z.null(),
  read: z.array(Contact),
  erase: z.null(),
} as const;

/** A value that JSON can hold, or what stands for a failure. */
export type ConnectorAnswer = { readonly result: unknown } | z.output<typeof Failure>;

function run(connector: Connector, request: ConnectorRequest): Promise<unknown> {
  switch (request.operation) {
    case 'test':
      return connector.test(request.target);
    case 'prepare':
      return connector.prepare(request.target);
    case 'append':
      return connector.append(request.target, request.entries);
    case 'setPositions':
      return connector.setPositions(request.target, request.places);
    case 'read':
      return connector.read(request.target, request.ids);
    case 'erase':
      return connector.erase(request.target, request.entries);
  }
}

/**
 * The connector's side: does what a message asks. A failure of the connector is an answer; a message that is none, or
 * an error of ours, is thrown.
 * @param message - as it came
 */
export async function answerConnector(connector: Connector, message: unknown): Promise<ConnectorAnswer> {
  const request = Request.safeParse(message);
  // The issues of zod say where it is wrong, and nothing of what stands there.
  if (!request.success) {
    const paths = request.error.issues.map(issue => issue.path.join('.'));
    throw new Error(`Not a request to the connector: ${[...new Set(paths)].slice(0, 5).join(', ')}`);
  }
  try {
    return { result: (await run(connector, request.data)) ?? null };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const { kind, message: text, cause } = error;
    return { failure: { kind, message: text, ...(typeof cause === 'string' && { code: cause }) } };
  }
}

/**
 * The caller's side: a connector that is somewhere else.
 * @param send - takes a message as JSON and returns the answer as JSON; what it throws is `unavailable`
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
        'The database could not be asked just now. Try again in a moment.',
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
