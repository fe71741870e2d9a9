import type { LaneRoom, OutboxClaim, OutboxJob, OutboxStore } from '../../../core/outbox/outbox-store.ts';

interface Row {
  readonly id: string;
  readonly kind: string;
  attempts: number;
  /** `delayed` and `leased` are due again only when the test says so. */
  state: 'due' | 'leased' | 'delayed' | 'parked';
  error?: string;
}

/** An in-memory outbox, fenced like the real one: calls with a lost claim change nothing. */
export interface MemoryOutbox extends OutboxStore {
  readonly rows: Map<string, Row>;
  /** Room asked for, and jobs given. */
  readonly claims: { lanes: readonly LaneRoom[]; given: number }[];
  readonly delays: number[];
  /** Another worker takes the job, as when a slow worker's lease has expired. */
  takeOver(id: string): void;
}

export function createMemoryOutbox(
  jobs: readonly { id: string; kind: string; attempts?: number }[],
): MemoryOutbox {
  const rows = new Map<string, Row>();
  for (const job of jobs) rows.set(job.id, { attempts: 0, ...job, state: 'due' });
  const claims: MemoryOutbox['claims'] = [];
  const delays: number[] = [];

  const held = ({ id, attempts }: OutboxClaim): Row | undefined => {
    const row = rows.get(id);
    return row?.state === 'leased' && row.attempts === attempts ? row : undefined;
  };
  const end = (claim: OutboxClaim, change: (row: Row) => void): boolean => {
    const row = held(claim);
    if (row) change(row);
    return row !== undefined;
  };

  return {
    rows,
    claims,
    delays,
    takeOver(id) {
      const row = rows.get(id);
      if (row) row.attempts++;
    },
    async claim({ lanes }) {
      const due = lanes.flatMap(({ kind, room }) =>
        [...rows.values()].filter(row => row.state === 'due' && row.kind === kind).slice(0, room),
      );
      claims.push({ lanes, given: due.length });
      return due.map((row): OutboxJob => {
        row.attempts++;
        row.state = 'leased';
        const { id, kind, attempts } = row;
        return { id, kind, attempts, waitlistId: 'w', payload: {}, createdAt: new Date(0) };
      });
    },
    complete: async done => done.filter(claim => end(claim, row => rows.delete(row.id))).length,
    again: async claim =>
      end(claim, ({ id, kind }) => {
        rows.delete(id);
        rows.set(`${id}+`, { id: `${id}+`, kind, attempts: 0, state: 'due' });
      }),
    retry: async (claim, { delaySeconds, error }) =>
      end(claim, row => {
        delays.push(delaySeconds);
        Object.assign(row, { state: 'delayed', error });
      }),
    park: async (claim, error) => end(claim, row => Object.assign(row, { state: 'parked', error })),
    backlog: async () => ({
      parked: [...rows.values()].filter(({ state }) => state === 'parked').length,
      overdueSeconds: 0,
    }),
  };
}
