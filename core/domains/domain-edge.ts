/** How far the edge is with a domain. */
export interface EdgeProgress {
  /** It answers for the domain, over HTTPS. */
  readonly served: boolean;
  /** What it waits for, beyond the domain's DNS. */
  readonly reason: string | null;
}

/** What the edge says of a domain before anything is set up. */
export interface DomainRefusal {
  /** Why the domain cannot be served; null where nothing is known against it. */
  refusal(domain: string): Promise<string | null>;
}

/**
 * What answers for custom domains. Each method takes one step, may be repeated, and may be broken off anywhere: the next
 * call looks at what is there and goes on from it.
 */
export interface DomainEdge {
  /**
   * Brings the domain one step nearer to being served.
   * @param options.mayCreate - whether to begin with a domain that the edge does not hold, which it refuses until it
   * sees the domain's DNS point to it.
   * @throws for what is ours to mend (limits, permissions, outages).
   */
  advance(domain: string, options: { readonly mayCreate: boolean }): Promise<EdgeProgress>;
  /** Brings it one step nearer to being gone. @returns whether nothing is left. */
  remove(domain: string): Promise<boolean>;
}
