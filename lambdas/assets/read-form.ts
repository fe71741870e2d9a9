import busboy from 'busboy';
import { checkFileSize, MAX_FILE_BYTES } from '../../core/assets/file-size.ts';
import type { UploadedFile } from '../../core/assets/store-asset.ts';
import { uploadAsset } from '../../core/assets/upload-asset.ts';
import { ValidationError } from '../../core/kernel/errors.ts';

const PART = uploadAsset.upload?.part ?? '';

const invalid = (message: string): ValidationError => ValidationError.at(PART, message);

const wrongName = (name: string | undefined): ValidationError =>
  ValidationError.at(
    (name ?? '').slice(0, 100),
    `is not expected: send exactly one part, named "${PART}", with the image`,
  );

const onlyOne = (): ValidationError => invalid('must appear once: send one image per request');

/**
 * The part's own content type, which busboy does not tell from its default. The form has one part, so the
 * first headers after the boundary are its headers.
 */
function declaredTypeOf(body: Buffer, boundary: string): string | null {
  const start = body.indexOf(`--${boundary}`);
  const head = body.subarray(start, body.indexOf('\r\n\r\n', start)).toString('latin1');
  return /\r\ncontent-type:[ \t]*([^\r\n]*)/i.exec(head)?.[1]?.trim() ?? null;
}

/** @throws {ValidationError} if the content type has no boundary */
function boundaryOf(contentType: string): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (!boundary) {
    throw invalid('cannot be read: the Content-Type header has no boundary; let your client set that header');
  }
  return boundary;
}

/**
 * Reads the one file of a form.
 * @throws {ValidationError} if the form is incomplete or has anything else in it; {ApiError}
 * `payload_too_large`
 */
export async function readForm(contentType: string, body: Buffer): Promise<UploadedFile> {
  const boundary = boundaryOf(contentType);
  const bytes = await readPart(contentType, body);
  checkFileSize(bytes.length);
  return { bytes, path: PART, declaredTypes: [{ path: PART, value: declaredTypeOf(body, boundary) }] };
}

function readPart(contentType: string, body: Buffer): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const parser = createParser(contentType);
  const chunks: Buffer[] = [];
  let parts = 0;
  const refuse = (error: Error): void => {
    reject(error);
    parser.destroy();
  };
  parser.on('file', (name, stream) => {
    parts++;
    // Drain unwanted parts, or their streams would hang.
    stream.on('error', () => {});
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    if (name !== PART) refuse(wrongName(name));
    else if (parts > 1) refuse(onlyOne());
  });
  parser.on('field', name => {
    refuse(
      name === PART
        ? invalid('must be a file: give the part a filename (filename="image.png")')
        : wrongName(name),
    );
  });
  parser.on('error', () =>
    reject(invalid('cannot be read: the form is malformed or ends before its last boundary')),
  );
  parser.on('close', () => {
    if (parts === 0) reject(invalid(`is required: the form has no part named "${PART}"`));
    else resolve(Buffer.concat(chunks));
  });
  parser.end(body);
  return promise;
}

function createParser(contentType: string): busboy.Busboy {
  try {
    return busboy({
      headers: { 'content-type': contentType },
      // One extra byte shows that the file was longer.
      limits: { parts: 3, fileSize: MAX_FILE_BYTES + 1, fieldSize: 0, headerPairs: 20 },
    });
  } catch {
    throw invalid('cannot be read: the Content-Type header is malformed');
  }
}
