interface ClientSettings {
  readonly region: string;
  /** URL of a local stand-in; unset for AWS itself. */
  readonly endpoint?: string | undefined;
}

/**
 * Options of every AWS client of this service. A stand-in never receives real credentials, whatever the process has.
 */
export const clientSettings = ({ region, endpoint }: ClientSettings) => ({
  region,
  ...(endpoint && { endpoint, credentials: { accessKeyId: 'stand-in', secretAccessKey: 'stand-in' } }),
});
