/** A static file of the site, served by the local server or by S3 behind CloudFront. */
export interface SiteFile {
  readonly body: Buffer;
  readonly contentType: string;
  readonly cacheControl: string;
  /** Additional response headers. */
  readonly headers?: Readonly<Record<string, string>>;
}
