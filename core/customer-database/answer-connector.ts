import * as z from 'zod';
import { EntryChange } from '../questions/metadata.ts';
import {
  CONNECTOR_LIMITS,
  type Connector,
  ConnectorError,
  type ConnectorFailure,
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

/** A request to the connector. */
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
    operation: z.literal('search'),
    target: Target,
    search: z.object({
      part: z.string().max(512).nullable(),
      answers: z
        .array(z.object({ key: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/), value: z.string().max(1_000) }))
        .max(10),
    }),
  }),
  z.object({
    operation: z.literal('change'),
    target: Target,
    entries: z.array(z.object({ id: Id, change: EntryChange })).max(CONNECTOR_LIMITS.change),
  }),
  z.object({
    operation: z.literal('erase'),
    target: Target,
    entries: z.array(z.object({ id: Id, referralCode: z.string().max(32) })).max(CONNECTOR_LIMITS.erase),
  }),
]);
export type ConnectorRequest = z.output<typeof Request>;

export type ConnectorAnswer =
  | { readonly result: unknown }
  | {
      readonly failure: {
        readonly kind: ConnectorFailure;
        readonly message: string;
        readonly code?: string;
      };
    };

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
    case 'search':
      return connector.search(request.target, request.search);
    case 'change':
      return connector.change(request.target, request.entries);
    case 'erase':
      return connector.erase(request.target, request.entries);
  }
}

/**
 * The connector's side: runs a request. A {@link ConnectorError} becomes an answer; an invalid message or
 * an error of ours is thrown.
 * @param message - as received
 */
export async function answerConnector(connector: Connector, message: unknown): Promise<ConnectorAnswer> {
  const request = Request.safeParse(message);
  // Paths only: the values may be secret.
  if (!request.success) {
    const paths = request.error.issues.map(issue => issue.path.join('.'));
    throw new Error(`Invalid connector request: ${[...new Set(paths)].slice(0, 5).join(', ')}`);
  }
  try {
    return { result: (await run(connector, request.data)) ?? null };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const { kind, message: text, cause } = error;
    return { failure: { kind, message: text, ...(typeof cause === 'string' && { code: cause }) } };
  }
}
