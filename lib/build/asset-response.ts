import type { WebAsset } from './web-assets.ts';

/** What to answer for an asset: the headers, and the body in the best encoding that the client takes. */
export function respondWithAsset(
  asset: WebAsset,
  acceptEncoding: string | undefined,
): { headers: Record<string, string>; body: Buffer } {
  const accepted = acceptEncoding ?? '';
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null;
  const body = encoding ? asset.encoded[encoding] : asset.body;
  return {
    headers: {
      'content-type': asset.contentType,
      'cache-control': asset.cacheControl,
      ...asset.headers,
      vary: 'accept-encoding',
      'content-length': String(body.length),
      ...(encoding && { 'content-encoding': encoding }),
    },
    body,
  };
}
