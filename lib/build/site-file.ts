/** One static file of the site, wherever it is served from: the local server, or S3 behind CloudFront. */
export interface SiteFile {
  readonly body: Buffer;
  readonly contentType: string;
  readonly cacheControl: string;
  /** Further headers it must be served with. */
  readonly headers?: Readonly<Record<string, string>>;
}
