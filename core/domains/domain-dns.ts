/** What the public DNS says of a name. */
export interface DnsAnswer {
  /** Where its CNAME leads, hop by hop; empty when it has none. */
  readonly aliases: readonly string[];
  /** Its addresses, where it has no CNAME. */
  readonly addresses: readonly string[];
  /** The addresses of the fallback origin, asked for together with those. */
  readonly originAddresses: readonly string[];
  /** The authorities that may write its certificate; null where nothing restricts them. */
  readonly authorities: readonly string[] | null;
  /** The servers could not be asked. */
  readonly failed: boolean;
}

/** Asks the public DNS, within a few seconds. */
export interface DomainDns {
  /** Never throws: what cannot be asked is `failed`. */
  lookUp(domain: string, fallbackOrigin: string): Promise<DnsAnswer>;
}
