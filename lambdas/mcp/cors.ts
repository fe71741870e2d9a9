import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import {
  type ApiMiddleware,
  type ApiRequest,
  type ApiResponse,
  header,
  json,
} from '../middleware/api-request.ts';

/** What a page may send, beyond what every page may; the last three are the protocol's own. */
const ALLOWED_HEADERS =
  'Authorization, Content-Type, Accept, X-Api-Key, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID';

/** Whether a request comes from no page, or from one that may call. */
export function mayCall(event: APIGatewayProxyEventV2, allowed: ReadonlySet<string>): boolean {
  const origin = header(event, 'origin');
  return origin === undefined || allowed.has(origin);
}

/**
 * Refuses a page of another site (contract section 3). Without a code: the contract's list has none for what no program
 * can mend.
 */
export const refuseOrigin = (requestId: string): ApiResponse =>
  json(403, {
    error: 'Pages from this origin cannot call this endpoint',
    resolution: 'Call it from a server or an app. The operator can allow origins with AGENT_ALLOWED_ORIGINS.',
    requestId,
  });

export const answerPreflight = (): ApiResponse => ({
  statusCode: 204,
  headers: {
    allow: 'OPTIONS, POST',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': ALLOWED_HEADERS,
    'access-control-max-age': '86400',
  },
});

/** Names the one origin that asked, where REST names all. */
export function corsHeaders(allowed: ReadonlySet<string>): ApiMiddleware {
  const add = ({ event, response }: ApiRequest): void => {
    if (!response) return;
    response.headers.vary = 'Origin';
    const origin = header(event, 'origin');
    if (origin !== undefined && allowed.has(origin)) response.headers['access-control-allow-origin'] = origin;
    else delete response.headers['access-control-allow-origin'];
  };
  return { after: add, onError: add };
}
