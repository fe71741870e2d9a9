/** What an account has used. */
export interface Usage {
  readonly waitlists: number;
  readonly licensedWaitlists: number;
  /** Signups on all its waitlists together. */
  readonly entries: number;
  /** AI page generations since the start of the calendar month, UTC. */
  readonly aiGenerations: number;
}

export interface UsageStore {
  usage(accountId: string): Promise<Usage>;
}
