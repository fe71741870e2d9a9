import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** The best encoding that a client accepts; `undefined` for none. */
export function acceptedEncoding(acceptEncoding: string | undefined): Encoding | undefined {
  if (!acceptEncoding) return undefined;
  let best: Encoding | undefined;
  for (const part of acceptEncoding.split(',')) {
    const [name, ...parameters] = part.split(';').map(text => text.trim().toLowerCase());
    if (parameters.some(parameter => /^q=0(\.0*)?$/.test(parameter))) continue;
    if (name === 'br') return 'br';
    if (name === 'gzip') best = 'gzip';
  }
  return best;
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Compresses well, for files that are served many times. */
export const compressWell = {
  br: (body: Buffer): Promise<Buffer> =>
    // Quality 9 takes a tenth of the time, and React is 8 percent larger.
    brotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Buffer): Promise<Buffer> => zip(body, { level: 9 }),
} as const;

/** Compresses fast, for responses that are served once. */
export const compressFast = {
  br: (body: Buffer): Promise<Buffer> => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Buffer): Promise<Buffer> => zip(body, { level: 5 }),
} as const;
