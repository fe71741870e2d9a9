import type { JobEnd, LaneRoom, OutboxJob, OutboxStore } from '../../../core/outbox/outbox-store.ts';

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly payload?: unknown;
  lane: string;
  attempts: number;
  failures: number;
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
  /** How many results each call saved. */
  readonly ended: number[];
  /** Another worker takes the job, as when a slow worker's lease has expired. */
  takeOver(id: string): void;
  /** Adds a job, due now. */
  add(job: NewJob): void;
}

type NewJob = Pick<Row, 'id' | 'kind' | 'payload'> & { readonly failures?: number };

const stateAfter = (end: Extract<JobEnd, { reason: string }>): Row['state'] => {
  if (end.fate === 'parked') return 'parked';
  return end.delaySeconds === 0 ? 'due' : 'delayed';
};

export function createMemoryOutbox(jobs: readonly NewJob[]): MemoryOutbox {
  const rows = new Map<string, Row>();
  const add = (job: NewJob) =>
    void rows.set(job.id, { attempts: 0, failures: 0, lane: job.kind, ...job, state: 'due' });
  jobs.forEach(add);
  const claims: MemoryOutbox['claims'] = [];
  const delays: number[] = [];
  const ended: number[] = [];

  /** @returns whether the claim still held */
  function endOne(end: JobEnd): boolean {
    const row = rows.get(end.id);
    if (row?.state !== 'leased' || row.attempts !== end.attempts) return false;
    if (end.fate === 'done' || end.fate === 'more') rows.delete(row.id);
    if (end.fate === 'more')
      rows.set(`${row.id}+`, { ...row, id: `${row.id}+`, attempts: 0, failures: 0, state: 'due' });
    if (end.fate === 'moved') Object.assign(row, { state: 'due', lane: end.lane });
    if ('delaySeconds' in end) delays.push(end.delaySeconds);
    if (end.fate === 'retried') row.failures++;
    if ('reason' in end) Object.assign(row, { state: stateAfter(end), error: end.reason });
    return true;
  }

  return {
    rows,
    claims,
    delays,
    ended,
    add,
    takeOver(id) {
      const row = rows.get(id);
      if (row) row.attempts++;
    },
    async claim({ lanes }) {
      const due = lanes.flatMap(({ lane, room }) =>
        [...rows.values()].filter(row => row.state === 'due' && row.lane === lane).slice(0, room),
      );
      claims.push({ lanes, given: due.length });
      return due.map((row): OutboxJob => {
        row.attempts++;
        row.state = 'leased';
        const { id, kind, lane, attempts, failures, payload = {} } = row;
        return { id, kind, lane, attempts, failures, payload, waitlistId: 'w', createdAt: new Date(0) };
      });
    },
    async end(ends) {
      ended.push(ends.length);
      return ends.filter(endOne).length;
    },
    retryParked: () => Promise.reject(new Error('The worker does this, not a run')),
    adoptMoved: async () => {},
    backlog: async () => ({
      parked: [...rows.values()].filter(({ state }) => state === 'parked').length,
      overdueSeconds: 0,
    }),
  };
}
