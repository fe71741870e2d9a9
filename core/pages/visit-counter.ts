/** Counts how often pages are opened. */
export interface VisitCounter {
  /** Counts a visit today (UTC) to the page of this slug; an unknown slug counts nothing. */
  count(slug: string): Promise<void>;
}
