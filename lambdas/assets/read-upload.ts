import type { UploadedFile } from '../../core/assets/store-asset.ts';
import { fileOfInput, uploadAsset } from '../../core/assets/upload-asset.ts';
import { ApiError } from '../../core/kernel/errors.ts';
import { parseInput } from '../../core/kernel/validation.ts';
import { isJson, parseJsonObject } from '../middleware/json-body.ts';
import { readForm } from './read-form.ts';

/**
 * Reads the file of a request, from a form or JSON.
 * @throws {ApiError} if it is neither, does not parse, or has no file
 */
export async function readUpload(contentType: string | null, body: Buffer): Promise<UploadedFile> {
  if (/^multipart\/form-data\s*(;|$)/i.test(contentType ?? '')) return readForm(contentType ?? '', body);
  if (!isJson(contentType ?? '')) {
    throw new ApiError('unsupported_media_type', 'The body must be a form with a file, or JSON', {
      resolution:
        'Send multipart/form-data with one part named file, or the header "Content-Type: application/json" and {"data", "contentType"}.',
    });
  }
  return fileOfInput(parseInput(uploadAsset.input, parseJsonObject(body)));
}
