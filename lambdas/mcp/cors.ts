import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import {
  type ApiMiddleware,
  type ApiRequest,
  type ApiResponse,
  header,
  json,
} from '../middleware/api-request.ts';

/** Allowed request headers. The last three belong to the protocol. */
const ALLOWED_HEADERS =
  'Authorization, Content-Type, Accept, X-Api-Key, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID';

/** Whether a request has no `Origin`, or an allowed one. */
export function mayCall(event: APIGatewayProxyEventV2, allowed: ReadonlySet<string>): boolean {
  const origin = header(event, 'origin');
  return origin === undefined || allowed.has(origin);
}

/** Refuses other origins (contract section 3). Without a code, because the contract has none for this. */
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

/** Allows the requesting origin only; REST allows all. */
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
