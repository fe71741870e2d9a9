import type { AnswerWrite } from './stored-answers.ts';

/** A change of an entry. */
export interface EntryWrite extends AnswerWrite {
  /** Undefined leaves it, null clears it. */
  readonly name?: string | null;
}

export interface EntryChangeStore {
  /**
   * Changes the name, the answers, and their counts. A job changes the row in the account's own database later, so wake the
   * worker.
   * @returns false if there is no such entry
   */
  change(waitlistId: string, entryId: string, write: EntryWrite): Promise<boolean>;
}
