/** One token of a visitor, to be verified. */
export interface ChallengeToken {
  /** The secret that belongs to the site key of the page. */
  readonly secretKey: string;
  readonly token: string;
  /** Of the visitor; the verifier compares it with whoever solved the challenge. */
  readonly remoteAddress: string;
}

/** What a token is worth. */
export type ChallengeVerdict =
  | { readonly status: 'passed' }
  /** Not solved, or not for this key. */
  | { readonly status: 'rejected' }
  /** Solved, but too long ago, or used before. */
  | { readonly status: 'spent' }
  /** The verifier does not accept our own side: a wrong secret, a request it does not understand. */
  | { readonly status: 'misconfigured'; readonly codes: readonly string[] }
  /** There is no verdict: the verifier cannot be reached, or has a fault. */
  | { readonly status: 'unavailable'; readonly cause: unknown };

export interface ChallengeVerifier {
  /** Never throws for what the verifier or the network does; a token counts for one verdict only. */
  verify(token: ChallengeToken): Promise<ChallengeVerdict>;
}
