import * as z from 'zod';
import { type CallerContext, defineOperation, EFFECT } from '../kernel/operation.ts';
import { text } from '../kernel/schemas.ts';
import type { AssetServices } from './asset-store.ts';
import { decodeData } from './decode-data.ts';
import { IMAGE_TYPE_LIST, MEDIA_TYPES } from './image.ts';
import { storeAsset, type UploadedFile } from './store-asset.ts';

const UploadAssetInput = () =>
  z.object({
    data: z.string().meta({
      description: 'The file in base64, padded; a data: prefix is accepted',
      contentEncoding: 'base64',
    }),
    contentType: text({ max: 255 }).meta({
      description: `Type of the file: ${MEDIA_TYPES.join(', ')}; application/octet-stream if unknown`,
    }),
    fileName: text({ max: 255 }).optional().meta({ description: 'Ignored' }),
  });
type UploadAssetInput = z.output<ReturnType<typeof UploadAssetInput>>;

/**
 * The file in a JSON body.
 * @throws {ValidationError} if it is not base64; {ApiError} `payload_too_large`
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
  summary: 'Upload an image and get its URL',
  description: `Stores an image (${IMAGE_TYPE_LIST}) of at most 5 MB and returns its URL, which never changes. As a tool, it takes up to 4.5 MB, in base64. Use it as ogImage (a PNG or JPEG of exactly 1200x630) or in page code. The type is detected from the file's contents; a different declared type is refused. The same file always has the same url, and anyone who knows the url can open it.`,
  method: 'POST',
  path: '/api/v1/assets',
  scope: 'assets:write',
  effect: { ...EFFECT.create, idempotent: true },
  errors: ['limit_reached'],
  upload: { part: 'file', mediaTypes: MEDIA_TYPES },
  example: {
    data: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
    contentType: 'image/gif',
  },
  input: UploadAssetInput,
  output: () => z.object({ url: z.url().meta({ description: 'Permanent URL of the image' }) }),
  run: ({ caller, services, site }: CallerContext<AssetServices>, input) =>
    storeAsset(services, site, caller.account, fileOfInput(input)),
});
