/** What an account may ask for. */
export interface GenerationLimits {
  readonly accountId: string;
  /** Generations in a calendar month (UTC). */
  readonly quota: number;
  /** Attempts in a window, whatever comes of them. */
  readonly attempts: number;
  readonly windowMs: number;
}

export type Reservation =
  | { readonly id: string }
  /** The month's are used, or attempts come too fast; there is one again after so many seconds. */
  | { readonly refused: 'quota' | 'pace'; readonly waitSeconds: number };

/** Counts the generations of accounts, exactly, however many come at once. */
export interface GenerationStore {
  reserve(limits: GenerationLimits): Promise<Reservation>;
  /** It was delivered, and counts. */
  keep(id: string): Promise<void>;
  /** Nothing came of it, and it does not count. */
  giveBack(id: string): Promise<void>;
}
