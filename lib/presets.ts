export type Stage = 'development' | 'production';

/** A stage's defaults. */
export interface StagePreset {
  /** Aurora capacity units: 0 lets the database pause when it has no connections. */
  readonly databaseMinAcu: number;
  readonly databaseMaxAcu: number;
  /** Readers in another zone, which take over if the writer fails. */
  readonly databaseReaders: number;
  readonly backupDays: number;
  /** Whether data outlives a deleted stack and is protected from deletion. */
  readonly keepData: boolean;
  /** NAT gateways, each in its own zone. */
  readonly natGateways: number;
  readonly logDays: number;
  /**
   * Minutes between two sweeps of the outbox, which catch lost wake-ups. Each sweep wakes a paused database, so they
   * are rare in development.
   */
  readonly sweepMinutes: number;
  /** The API's limit for all callers together, in requests per second, and its burst. */
  readonly requestsPerSecond: number;
  readonly requestBurst: number;
  /**
   * Whether to reserve concurrency for each function (`concurrency.ts`). A new AWS account has too little to reserve
   * any.
   */
  readonly reserveConcurrency: boolean;
  /** The AWS account's costs of a month, in USD, above which the operator gets an email. */
  readonly monthlyBudgetUsd: number;
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
    monthlyBudgetUsd: 100,
  },
  production: {
    databaseMinAcu: 0.5,
    databaseMaxAcu: 16,
    databaseReaders: 1,
    backupDays: 14,
    keepData: true,
    // With one, an outage of its zone would stop every waitlist with a bot challenge: tokens could not be verified.
    natGateways: 2,
    logDays: 90,
    sweepMinutes: 1,
    requestsPerSecond: 2_000,
    requestBurst: 4_000,
    reserveConcurrency: true,
    monthlyBudgetUsd: 500,
  },
};
