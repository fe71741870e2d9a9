/** Usage of an account. */
export interface Usage {
  readonly waitlists: number;
  readonly licensedWaitlists: number;
  /** Signups on all its waitlists. */
  readonly entries: number;
  /** AI page generations this calendar month (UTC). */
  readonly aiGenerations: number;
}

export interface UsageStore {
  usage(accountId: string): Promise<Usage>;
}
