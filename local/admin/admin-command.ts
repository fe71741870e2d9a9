import type pg from 'pg';

/** A subcommand of `npm run admin`. */
export interface AdminCommand {
  readonly usage: string;
  /** Its purpose, in one sentence. */
  readonly purpose: string;
  /** The names of its options. Each takes a value. */
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** The names of options without a value. Given ones are `"true"`. */
  readonly flags?: readonly string[];
  /** Runs it. Required options are present. */
  run(pool: pg.Pool, options: Readonly<Record<string, string>>): Promise<object>;
}
