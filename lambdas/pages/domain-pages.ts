import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { PageStore } from '../../core/pages/page-store.ts';
import type { ApiResponse } from '../middleware/api-request.ts';
import { answerPreflight } from './cors.ts';
import { plainNotFound } from './plain-not-found.ts';

interface DomainPagesOptions {
  readonly pages: PageStore;
  readonly show: (event: APIGatewayProxyEventV2, domain: string) => Promise<ApiResponse | null>;
  readonly countVisit: (event: APIGatewayProxyEventV2) => Promise<ApiResponse>;
  readonly showPlace: (event: APIGatewayProxyEventV2, domain: string) => Promise<ApiResponse>;
  readonly join: (event: APIGatewayProxyEventV2, domain: string) => Promise<ApiResponse>;
  readonly requestPlaceLink: (event: APIGatewayProxyEventV2, domain: string) => Promise<ApiResponse>;
  readonly answerQuestions: (event: APIGatewayProxyEventV2, domain: string) => Promise<ApiResponse>;
}

/**
 * Short for customers' domains: ours lasts two years and covers subdomains, which here would be the
 * customer's servers.
 */
const TRANSPORT = { 'strict-transport-security': 'max-age=86400' } as const;

/** Serves a custom domain: its page at `/`, its signups, their places, and nothing else. */
export function createDomainPages({
  pages,
  show,
  countVisit,
  showPlace,
  join,
  requestPlaceLink,
  answerQuestions,
}: DomainPagesOptions) {
  async function isItsOwn({ pathParameters }: APIGatewayProxyEventV2, domain: string): Promise<boolean> {
    const slug = await pages.slugAt(domain);
    return slug !== null && slug === pathParameters?.slug;
  }

  async function answer(event: APIGatewayProxyEventV2, domain: string): Promise<ApiResponse | null> {
    switch (event.routeKey) {
      case 'GET /':
        return show(event, domain);
      case 'POST /w/{slug}/signups':
        return (await isItsOwn(event, domain)) ? join(event, domain) : null;
      case 'POST /w/{slug}/visits':
        return (await isItsOwn(event, domain)) ? countVisit(event) : null;
      case 'OPTIONS /w/{slug}/signups':
        return (await isItsOwn(event, domain)) ? answerPreflight() : null;
      case 'POST /w/{slug}/status-links':
        return (await isItsOwn(event, domain)) ? requestPlaceLink(event, domain) : null;
      case 'POST /s/{token}/answers':
        return answerQuestions(event, domain);
      case 'OPTIONS /s/{token}/answers':
        return answerPreflight();
      case 'GET /s/{token}': {
        const shown = await showPlace(event, domain);
        return shown.statusCode === 404 ? null : shown;
      }
      default:
        return null;
    }
  }

  return async (event: APIGatewayProxyEventV2, domain: string): Promise<ApiResponse> => {
    const response = (await answer(event, domain)) ?? plainNotFound();
    return { ...response, headers: { ...response.headers, ...TRANSPORT } };
  };
}
