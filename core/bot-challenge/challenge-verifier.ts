/** A waitlist's own bot-challenge keys, the secret sealed. */
export interface OwnChallenge {
  readonly siteKey: string;
  readonly sealedSecret: Buffer;
}

/** A visitor's token to verify. */
export interface ChallengeToken {
  /** The secret that matches the page's site key. */
  readonly secretKey: string;
  readonly token: string;
  /** The visitor's address, which the verifier compares with the one that solved the challenge. */
  readonly remoteAddress: string;
}

export type ChallengeVerdict =
  | { readonly status: 'passed' }
  /** The challenge was not solved, or for another key. */
  | { readonly status: 'rejected' }
  /** Expired, or already used. */
  | { readonly status: 'spent' }
  /** The verifier refuses us: a wrong secret, or a malformed request. */
  | { readonly status: 'misconfigured'; readonly codes: readonly string[] }
  /** The verifier is unreachable or failing. */
  | { readonly status: 'unavailable'; readonly cause: unknown };

export interface ChallengeVerifier {
  /** Never throws because of the verifier or the network. Each token can be verified once. */
  verify(token: ChallengeToken): Promise<ChallengeVerdict>;
}
