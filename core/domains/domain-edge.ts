/** Progress of a domain at the edge (CloudFront). */
export interface EdgeProgress {
  /** The edge serves the domain over HTTPS. */
  readonly served: boolean;
  /** The step it waits for, apart from the domain's DNS. */
  readonly reason: string | null;
}

export interface DomainRefusal {
  /** Why the domain cannot be served; null if nothing is known against it. */
  refusal(domain: string): Promise<string | null>;
}

/**
 * The edge that serves custom domains. Each method takes one step and is idempotent. It may be interrupted
 * anywhere: the next call continues from what exists.
 */
export interface DomainEdge {
  /**
   * Takes the next step toward serving the domain.
   * @param options.mayCreate - whether to set up a domain the edge does not have yet. It refuses until the
   * DNS points to it.
   * @throws for failures on our side (limits, permissions, outages)
   */
  advance(domain: string, options: { readonly mayCreate: boolean }): Promise<EdgeProgress>;
  /** Takes the next step toward removing it. @returns whether nothing is left */
  remove(domain: string): Promise<boolean>;
}
