/** The emails that people on a waitlist get. */
export const EMAIL_KINDS = [
  'confirmation',
  'moved_up',
  'status_link',
  'leave_link',
  'invitation',
  'announcement',
] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

export interface SentEmail {
  readonly waitlistId: string;
  readonly entryId: string;
  readonly kind: EmailKind;
}

/** The emails that people were sent, for the owner of the waitlist to see. */
export interface SentEmails {
  /** Leaves out entries that were erased meanwhile. */
  record(emails: readonly SentEmail[]): Promise<void>;
}
