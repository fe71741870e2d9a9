import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import busboy from 'busboy';
import { ApiError } from '../../core/kernel/errors.ts';
import type { Site } from '../../core/kernel/site.ts';
import { header } from '../middleware/api-request.ts';
import { refuseCompressed } from '../middleware/json-body.ts';

const URLENCODED = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const MULTIPART = /^multipart\/form-data\s*(;|$)/i;
/** How a form names its charset: in its header, or as HTML does, in a field. */
const CHARSET = /;\s*charset="?([\w.:-]+)/i;
const CHARSET_FIELD = /\b_charset_"?(?:=|\r?\n\r?\n)([\w.:-]+)/;
/** The character for bytes that are not in the charset. */
const REPLACED = '\ufffd';
const MOST_PARTS = 100;
/** Of a field. More than any that we read may have. */
const MOST_BYTES = 10_000;

const typeOf = (event: APIGatewayProxyEventV2): string => header(event, 'content-type') ?? '';

export const isForm = (event: APIGatewayProxyEventV2): boolean =>
  URLENCODED.test(typeOf(event)) || MULTIPART.test(typeOf(event));

const unreadable = (reason: string): ApiError =>
  new ApiError('validation_failed', `The form cannot be read: ${reason}`, {
    resolution: 'Give the form accept-charset="utf-8", or send its fields as UTF-8.',
  });

/** The standard's name of a charset. */
function encodingOf(charset: string): string {
  try {
    return new TextDecoder(charset).encoding;
  } catch {
    throw unreadable(`its charset, ${charset.slice(0, 40)}, is unknown`);
  }
}

/** Percent-encoded letters as bytes, so that they are read in the form's charset. What separates fields has lower codes. */
const asBytes = (body: string): string =>
  body.replace(/%([4-9a-f][0-9a-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

const urlencodedFields = (bytes: string, encoding: string): [string, string][] => [
  ...new URLSearchParams(new TextDecoder(encoding).decode(Buffer.from(asBytes(bytes), 'latin1'))),
];

function partFields(bytes: string, encoding: string, type: string): Promise<[string, string][]> {
  const { promise, resolve, reject } = Promise.withResolvers<[string, string][]>();
  const incomplete = () => reject(unreadable('it has no boundary, or ends before its last one'));
  const fields: [string, string][] = [];
  try {
    // It knows few charsets: others come as bytes. A part in one that it does not know has no value.
    const defCharset = encoding === 'utf-8' ? encoding : 'latin1';
    const read = (value: string) =>
      encoding === 'utf-8' ? value : new TextDecoder(encoding).decode(Buffer.from(value, 'latin1'));
    busboy({
      headers: { 'content-type': type },
      defCharset,
      limits: { parts: MOST_PARTS, fieldSize: MOST_BYTES },
    })
      .on('field', (name, value: string | undefined, { valueTruncated }) => {
        if (valueTruncated) reject(unreadable(`${name.slice(0, 40)} is longer than ${MOST_BYTES} bytes`));
        fields.push([name, read(value ?? REPLACED)]);
      })
      .on('file', (_name, file) => file.on('error', () => {}).resume())
      .on('partsLimit', () => reject(unreadable(`it has more than ${MOST_PARTS} parts`)))
      .on('error', incomplete)
      .on('close', () => resolve(fields))
      .end(Buffer.from(bytes, 'latin1'));
  } catch {
    incomplete();
  }
  return promise;
}

/**
 * The fields of a form of any site, in order, in its charset. Files are left out.
 * @throws {ApiError} if it is compressed, incomplete, or in another charset than it says
 */
export async function readFields(event: APIGatewayProxyEventV2): Promise<[name: string, value: string][]> {
  refuseCompressed(event);
  const type = typeOf(event);
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8').toString('latin1');
  const charset = (CHARSET_FIELD.exec(bytes) ?? CHARSET.exec(type))?.[1] ?? 'utf-8';
  const encoding = encodingOf(charset);
  const fields = MULTIPART.test(type)
    ? await partFields(bytes, encoding, type)
    : urlencodedFields(bytes, encoding);
  for (const [name, value] of fields)
    if (value.includes(REPLACED)) throw unreadable(`${name.slice(0, 40)} is not in ${charset}`);
  return fields;
}

/**
 * The fields of a form posted by one of our own pages. Browsers name the page with every POST; anything
 * else is forged. `SameSite=Lax` also withholds the cookie then.
 * @throws {ApiError} if the form is not ours
 */
export function ownForm(event: APIGatewayProxyEventV2, site: Site): URLSearchParams {
  if (header(event, 'origin') !== new URL(site.baseUrl).origin) {
    throw new ApiError('validation_failed', 'This form was not sent from our own page', {
      resolution: 'Open the page again and send the form from there.',
    });
  }
  if (!URLENCODED.test(typeOf(event))) {
    throw new ApiError('unsupported_media_type', 'This is not a form', {
      resolution: 'Open the page again and send the form from there.',
    });
  }
  const body = event.body ?? '';
  return new URLSearchParams(event.isBase64Encoded ? Buffer.from(body, 'base64').toString() : body);
}
