import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { ApiResponse } from '../middleware/api-request.ts';

/** Names what both eras answer with; clients that say nothing, or anything, take JSON. */
const JSON_OR_STREAM = 'application/json, text/event-stream';

/** The headers that mean something to the protocol; the credential has been read, and each header costs its checks. */
const ofProtocol = (name: string): boolean => name === 'content-type' || name.startsWith('mcp-');

/** The event without its body as a request of the Fetch standard, under our own address whatever the Host header says. */
export function toWebRequest(event: APIGatewayProxyEventV2, baseUrl: string): Request {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(event.headers)) {
    if (value !== undefined && ofProtocol(name)) headers[name] = value;
  }
  const accept = event.headers.accept || '*/*';
  headers.accept = /\*\/\*|application\/(\*|json)/i.test(accept) ? JSON_OR_STREAM : accept;
  return new Request(`${baseUrl}${event.rawPath}`, { method: 'POST', headers });
}

/** Whether the caller takes what both eras answer with. */
export const takesJson = (request: Request): boolean => request.headers.get('accept') === JSON_OR_STREAM;

export async function fromWebResponse(response: Response): Promise<ApiResponse> {
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
}
