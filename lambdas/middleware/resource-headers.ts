import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { etagOf, isUnchanged, preconditionOf } from '../../core/kernel/etag.ts';
import type { Operation } from '../../core/kernel/operation.ts';
import type { Site } from '../../core/kernel/site.ts';
import { type ApiMiddleware, type ApiResponse, header } from './api-request.ts';

/** Reads `If-Match` for the operations that heed it. */
export function readPrecondition(): ApiMiddleware {
  return {
    before({ event, context: { state } }) {
      if (!state.operation?.hasETag) return;
      const ifMatch = header(event, 'if-match');
      if (ifMatch !== undefined) state.precondition = preconditionOf(ifMatch);
    },
  };
}

/** The members of a list that say where it goes on. */
interface Page {
  readonly next?: string | null;
  readonly total?: number;
  readonly limit?: number;
  readonly offset?: number;
}

/**
 * The parameters of the pages before and after one; none if it is the first or the last. A list that takes both an offset and
 * a cursor goes on as it was asked.
 */
function neighbors(
  { next, total, limit, offset }: Page,
  hasCursor: boolean,
): [relation: string, parameters: object][] {
  if (next && (hasCursor || offset === undefined)) return [['next', { after: next }]];
  if (hasCursor || total === undefined || limit === undefined || offset === undefined) return [];
  const found: [string, object][] = [];
  if (offset + limit < total) found.push(['next', { offset: offset + limit }]);
  // A page may begin after the last entry.
  const end = Math.min(offset, total);
  const start = Math.max(0, end - limit);
  if (end > 0) found.push(['prev', { offset: start, limit: end - start }]);
  return found;
}

/** The `Link` header (RFC 8288) of a page of a list. */
function linkOf(event: APIGatewayProxyEventV2, site: Site, page: Page): string | undefined {
  const hasCursor = event.queryStringParameters?.after !== undefined;
  const links = neighbors(page, hasCursor).map(([relation, parameters]) => {
    const query = new URLSearchParams(event.queryStringParameters as Record<string, string> | undefined);
    for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
    return `<${site.baseUrl}${event.rawPath}?${query}>; rel="${relation}"`;
  });
  return links.length > 0 ? links.join(', ') : undefined;
}

interface Answered {
  readonly operation: Operation;
  readonly event: APIGatewayProxyEventV2;
  readonly site: Site;
  readonly input: unknown;
  readonly output: unknown;
}

/** Adds the headers that follow from what an operation returned. What the caller has already is not sent again. */
export function addResourceHeaders(
  response: ApiResponse,
  { operation, event, site, input, output }: Answered,
): ApiResponse {
  const { headers, statusCode } = response;
  if (operation.method === 'GET') {
    if (operation.hasETag) headers.etag = etagOf(operation.version?.(output) ?? output);
    const ifNoneMatch = header(event, 'if-none-match');
    if (headers.etag !== undefined && ifNoneMatch !== undefined && isUnchanged(ifNoneMatch, headers.etag)) {
      const { 'content-type': _, ...rest } = headers;
      return { statusCode: 304, headers: rest, body: '' };
    }
    const link = linkOf(event, site, output as Page);
    if (link) headers.link = link;
  }
  if (statusCode === 201 && operation.location) {
    headers.location = site.baseUrl + operation.location(output, input as Record<string, unknown>);
  }
  return response;
}
