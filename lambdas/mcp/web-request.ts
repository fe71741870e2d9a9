import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { ApiResponse } from '../middleware/api-request.ts';

/** Accepted by both protocol versions. Clients that send no preference, or accept anything, get JSON. */
const JSON_OR_STREAM = 'application/json, text/event-stream';

const JSON_TYPES = /\*\/\*|application\/(\*|json)/i;
const STREAM = /\btext\/(\*|event-stream)/i;

/** Headers that the protocol uses. The credential has been read already, and each header costs checks. */
const ofProtocol = (name: string): boolean => name === 'content-type' || name.startsWith('mcp-');

/** The event as a Fetch request without body, under our own address whatever the Host header says. */
export function toWebRequest(event: APIGatewayProxyEventV2, baseUrl: string): Request {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(event.headers)) {
    if (value !== undefined && ofProtocol(name)) headers[name] = value;
  }
  const accept = event.headers.accept || '*/*';
  headers.accept = JSON_TYPES.test(accept) || STREAM.test(accept) ? JSON_OR_STREAM : accept;
  return new Request(`${baseUrl}${event.rawPath}`, { method: 'POST', headers });
}

export const takesJson = (request: Request): boolean => request.headers.get('accept') === JSON_OR_STREAM;

/** An answer as the only event of a stream, for clients that take nothing else. */
export function asTheyAccept(
  { headers: { accept } }: APIGatewayProxyEventV2,
  answer: ApiResponse,
): ApiResponse {
  const isJson = answer.headers['content-type']?.startsWith('application/json') && answer.body;
  if (!isJson || !accept || JSON_TYPES.test(accept) || !STREAM.test(accept)) return answer;
  return {
    ...answer,
    headers: { ...answer.headers, 'content-type': 'text/event-stream' },
    body: `event: message\ndata: ${answer.body}\n\n`,
  };
}

export async function fromWebResponse(response: Response): Promise<ApiResponse> {
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
}
