/** The emails that people on a waitlist get. */
export const EMAIL_KINDS = ['confirmation', 'moved_up', 'status_link', 'leave_link', 'invitation'] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

/** What people were sent, for the owner of the waitlist to see. */
export interface SentEmails {
  /** Does nothing for an entry that was erased meanwhile. */
  record(waitlistId: string, entryId: string, kind: EmailKind): Promise<void>;
}
