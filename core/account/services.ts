import type { Operation } from '../operation.ts';
import type { UsageStore } from './usage-store.ts';

/** What the operations of this domain work with. */
export interface AccountServices {
  readonly usage: UsageStore;
  /** The operations that the API is described by. Handed in, because the registry is made of this domain's list among others. */
  readonly operations: readonly Operation[];
}
