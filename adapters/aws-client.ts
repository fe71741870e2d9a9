interface ClientSettings {
  readonly region: string;
  /** Where a stand-in of the service listens; unset for AWS itself. */
  readonly endpoint?: string | undefined;
}

/**
 * What every AWS client of this service is made with. A stand-in is never sent real credentials, wherever the process
 * may find some.
 */
export const clientSettings = ({ region, endpoint }: ClientSettings) => ({
  region,
  ...(endpoint && { endpoint, credentials: { accessKeyId: 'stand-in', secretAccessKey: 'stand-in' } }),
});
