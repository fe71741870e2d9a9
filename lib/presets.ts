export type Stage = 'development' | 'production';

/** What a stage means where the operator does not say otherwise. */
export interface StagePreset {
  /** Aurora capacity units: 0 lets the database pause after a while without connections. */
  readonly databaseMinAcu: number;
  readonly databaseMaxAcu: number;
  /** Readers in another zone, which take over when the writer fails. */
  readonly databaseReaders: number;
  readonly backupDays: number;
  /** What stands when a stack is deleted: data is kept and protected, or goes with the stack. */
  readonly keepData: boolean;
  /** Ways out of the VPC, each in a zone of its own. */
  readonly natGateways: number;
  readonly logDays: number;
  /**
   * Minutes between two sweeps of the outbox, for what a lost wake-up left. Each sweep wakes a paused database, so
   * where nobody waits they are rare.
   */
  readonly sweepMinutes: number;
  /** Requests a second that the API takes of all callers together, and the burst above that. */
  readonly requestsPerSecond: number;
  readonly requestBurst: number;
  /** Whether each function has instances of its own (`concurrency.ts`). A new AWS account has too few to reserve any. */
  readonly reserveConcurrency: boolean;
}

export const PRESETS: Readonly<Record<Stage, StagePreset>> = {
  development: {
    databaseMinAcu: 0,
    databaseMaxAcu: 2,
    databaseReaders: 0,
    backupDays: 1,
    keepData: false,
    natGateways: 1,
    logDays: 7,
    sweepMinutes: 60,
    requestsPerSecond: 100,
    requestBurst: 200,
    reserveConcurrency: false,
  },
  production: {
    databaseMinAcu: 0.5,
    databaseMaxAcu: 16,
    databaseReaders: 1,
    backupDays: 14,
    keepData: true,
    // With one, an outage of its zone would close every waitlist with a bot challenge: nothing could be verified.
    natGateways: 2,
    logDays: 90,
    sweepMinutes: 1,
    requestsPerSecond: 2_000,
    requestBurst: 4_000,
    reserveConcurrency: true,
  },
};
