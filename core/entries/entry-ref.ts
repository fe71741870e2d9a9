export interface EntryRef {
  readonly waitlistId: string;
  readonly entryId: string;
}
