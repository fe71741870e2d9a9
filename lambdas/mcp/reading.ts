import { renderLlmsText, renderSkill } from '../../core/agents/reading.ts';
import type { Operation } from '../../core/kernel/operation.ts';
import type { Site } from '../../core/kernel/site.ts';
import type { ApiResponse } from '../middleware/api-request.ts';

type Render = (operations: readonly Operation[], site: Site) => string;

/** Documents that agents read before they connect, by route. */
const DOCUMENTS: Readonly<Record<string, { readonly type: string; readonly render: Render }>> = {
  'GET /llms.txt': { type: 'text/plain', render: renderLlmsText },
  'GET /skill.md': { type: 'text/markdown', render: renderSkill },
};

export const isReading = (routeKey: string): boolean => Object.hasOwn(DOCUMENTS, routeKey);

export function readDocument(routeKey: string, operations: readonly Operation[], site: Site): ApiResponse {
  const document = DOCUMENTS[routeKey];
  if (!document) throw new Error('The function does not handle this route');
  return {
    statusCode: 200,
    headers: { 'content-type': `${document.type}; charset=utf-8`, 'cache-control': 'public, max-age=300' },
    body: document.render(operations, site),
  };
}
