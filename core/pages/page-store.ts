/** A waitlist as its public page needs it. */
export interface PageRecord {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  /** Null for the default template. */
  readonly pageCode: string | null;
  readonly seoTitle: string | null;
  readonly seoDescription: string | null;
  readonly seoKeywords: string | null;
  readonly ogImage: string | null;
  readonly referralEnabled: boolean;
  readonly referralBoost: number;
  readonly plan: string;
  /** Signups so far. */
  readonly signups: number;
}

export interface PageStore {
  find(slug: string): Promise<PageRecord | null>;
}
