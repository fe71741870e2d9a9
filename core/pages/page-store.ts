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
  /** Site key of the waitlist's own bot challenge; null unless it has both keys. */
  readonly ownSiteKey: string | null;
  /** Its custom domain while that is active. */
  readonly domain: string | null;
  /** Signups so far. */
  readonly signups: number;
}

export interface PageStore {
  find(slug: string): Promise<PageRecord | null>;
  /** The page of an active custom domain. */
  findByDomain(domain: string): Promise<PageRecord | null>;
  /** The slug of the waitlist whose page an active custom domain shows. */
  slugAt(domain: string): Promise<string | null>;
}
