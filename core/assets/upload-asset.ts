import * as z from 'zod';
import { type CallerContext, defineOperation, EFFECT } from '../kernel/operation.ts';
import { text } from '../kernel/schemas.ts';
import type { AssetServices } from './asset-store.ts';
import { decodeData } from './decode-data.ts';
import { MAX_FILE_BYTES } from './file-size.ts';
import { IMAGE_TYPE_LIST, MEDIA_TYPES } from './image-types.ts';
import { storeAsset, type UploadedFile } from './store-asset.ts';

const UploadAssetInput = () =>
  z.object({
    data: z.string().meta({
      description: 'The file in base64, padded, without line breaks; a data: prefix is accepted',
      contentEncoding: 'base64',
    }),
    contentType: text({ max: 255 }).meta({
      description: `Type of the file: ${MEDIA_TYPES.join(', ')}; application/octet-stream when it is not known`,
    }),
    fileName: text({ max: 255 }).optional().meta({ description: 'Not kept' }),
  });
type UploadAssetInput = z.output<ReturnType<typeof UploadAssetInput>>;

/**
 * The file of the JSON form.
 * @throws {ValidationError} for what is not base64; {ApiError} `payload_too_large`
 */
export function fileOfInput({ data, contentType }: UploadAssetInput): UploadedFile {
  const { bytes, declaredType } = decodeData(data);
  return {
    bytes,
    path: 'data',
    declaredTypes: [
      { path: 'contentType', value: contentType },
      { path: 'data', value: declaredType },
    ],
  };
}

export const uploadAsset = defineOperation({
  name: 'upload_asset',
  group: 'assets',
  title: 'Upload an image',
  summary: 'Upload an image and get its url',
  description: `Stores an image (${IMAGE_TYPE_LIST}) of at most ${MAX_FILE_BYTES} bytes and answers with its url, which never changes and may be used as ogImage (a PNG or JPEG of exactly 1200x630) or inside page code. Send multipart/form-data with one part named file, or JSON with the file in base64. The type is what the bytes say; a declared type that differs is refused. The same bytes always have the same url, and whoever knows it can open it.`,
  method: 'POST',
  path: '/api/v1/assets',
  scope: 'assets:write',
  effect: EFFECT.update,
  status: 200,
  errors: ['payload_too_large'],
  upload: { part: 'file', mediaTypes: MEDIA_TYPES },
  input: UploadAssetInput,
  output: () => z.object({ url: z.url().meta({ description: 'Where the image is found, for good' }) }),
  run: ({ caller, services, site }: CallerContext<AssetServices>, input) =>
    storeAsset(services, site, caller.account.id, fileOfInput(input)),
});
