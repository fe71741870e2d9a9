interface ClientSettings {
  readonly region: string;
  /** URL of a local stand-in; unset for AWS itself. */
  readonly endpoint?: string | undefined;
}

interface ClientTimeouts {
  readonly connectMs: number;
  /** Until the headers of the answer. */
  readonly answerMs: number;
}

/**
 * Options of every AWS client of this service. A stand-in never receives real credentials, whatever the process has.
 */
export const clientSettings = ({ region, endpoint }: ClientSettings) => ({
  region,
  ...(endpoint && { endpoint, credentials: { accessKeyId: 'stand-in', secretAccessKey: 'stand-in' } }),
});

/** The `requestHandler` of a client, so that a server that goes silent holds nobody up. */
export const timeouts = ({ connectMs, answerMs }: ClientTimeouts) => ({
  connectionTimeout: connectMs,
  requestTimeout: answerMs,
  // The SDK only logs otherwise, and waits on.
  throwOnRequestTimeout: true,
});
