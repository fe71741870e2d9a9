/** What the mail service has for a domain. */
export interface Identity {
  /** The tokens of its three DKIM records, and the zone that those point to. */
  readonly tokens: readonly string[];
  readonly zone: string;
  /** The service has seen all its records. */
  readonly isVerified: boolean;
  /** The service takes mail from it. */
  readonly canSend: boolean;
  /** The service has stopped looking for its records. */
  readonly hasFailed: boolean;
}

/** Why an identity of somebody else is not taken over. */
export const FOREIGN =
  'The domain is already set up with our mail service, outside of your account. Use another domain.';

/**
 * The identities of the mail service that mail may leave from. Each method is idempotent, and may be interrupted anywhere. They
 * touch only identities that this deployment created.
 */
export interface SenderIdentities {
  /**
   * Sets up the identity of a domain, unless it is there.
   * @returns null if the domain is an identity of somebody else with the same mail service
   * @throws for failures on our side (limits, permissions, outages)
   */
  claim(domain: string): Promise<Identity | null>;
  /** Removes the identity of a domain, if it is ours. @returns whether nothing is left */
  remove(domain: string): Promise<boolean>;
}
