/** A name in the public DNS. */
export interface DnsAnswer {
  /** Its CNAME targets, hop by hop; empty without a CNAME. */
  readonly aliases: readonly string[];
  /** Its addresses, if it has no CNAME. */
  readonly addresses: readonly string[];
  /** Addresses of the fallback origin, looked up at the same time. */
  readonly originAddresses: readonly string[];
  /** Certificate authorities allowed by CAA; null if unrestricted. */
  readonly authorities: readonly string[] | null;
  /** The DNS servers could not be reached. */
  readonly failed: boolean;
}

/** The types of record that {@link RecordDns} looks up. An MX record is its preference and its host. */
export type RecordType = 'TXT' | 'CNAME' | 'MX';

export interface RecordDns {
  /** The records of a name, within a few seconds. Null: the name servers did not answer. */
  records(type: RecordType, name: string): Promise<readonly string[] | null>;
}

export interface DomainDns {
  /** Looks a name up within a few seconds. Never throws: see `failed`. */
  lookUp(domain: string, fallbackOrigin: string): Promise<DnsAnswer>;
  /** The TXT records of a name; none if it cannot be looked up. */
  texts(name: string): Promise<readonly string[]>;
}
