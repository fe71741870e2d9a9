import type { Answer, ApiClient } from './api-client.ts';
import type { Bytes } from './images.ts';

export const ASSETS = '/api/v1/assets';

export interface Part {
  readonly name?: string;
  readonly fileName?: string | null;
  /** Null: the part declares no type. */
  readonly type?: string | null;
  readonly bytes: Uint8Array;
}

const BOUNDARY = 'anteroom-test-boundary';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** The body of a form, built by hand so that a test can omit parts of it. */
export function form(...parts: readonly Part[]): Bytes {
  const pieces = parts.flatMap(({ name = 'file', fileName = 'image', type = null, bytes }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${fileName === null ? '' : `; filename="${fileName}"`}\r\n`,
    type === null ? '' : `Content-Type: ${type}\r\n`,
    '\r\n',
    bytes,
    '\r\n',
  ]);
  return Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map(piece => Buffer.from(piece as string)));
}

export const sendForm = (api: ApiClient, body: Bytes, contentType = FORM_TYPE): Promise<Answer> =>
  api.request('POST', ASSETS, { body, headers: { 'content-type': contentType } });

/** Uploads a file as a form, without a content type by default. */
export const uploadForm = (api: ApiClient, bytes: Bytes, type: string | null = null): Promise<Answer> =>
  sendForm(api, form({ bytes, type }));

/** Uploads a file as JSON. */
export const uploadJson = (
  api: ApiClient,
  bytes: Bytes,
  contentType = 'application/octet-stream',
): Promise<Answer> => api.post(ASSETS, { data: bytes.toString('base64'), contentType, fileName: 'image' });
