import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { inLanguage } from '../../core/languages/in-language.ts';
import type { WakeUp } from '../../core/outbox/outbox-store.ts';
import type { PageAssets } from '../../core/pages/page-assets.ts';
import { renderNoPage } from '../../core/pages/render-no-page.ts';
import {
  type ConfirmServices,
  confirmAddress,
  findConfirmation,
} from '../../core/signups/confirm-address.ts';
import { VALID_HOURS } from '../../core/signups/pending-store.ts';
import { confirmPageHeaders, renderConfirmPage } from '../../core/signups/render-confirm.ts';
import { wishOf } from '../http/wish.ts';
import type { ApiResponse } from '../middleware/api-request.ts';

interface ConfirmPagesOptions extends ConfirmServices {
  readonly wakeUp: WakeUp;
  readonly assets: PageAssets;
}

type Answer = (event: APIGatewayProxyEventV2) => Promise<ApiResponse>;

/** `/c/{token}`, the link in the email that asks to confirm an address: GET shows a button, and POST joins. */
export function createConfirmPages(options: ConfirmPagesOptions): Record<'show' | 'confirm', Answer> {
  const { site, assets, wakeUp } = options;
  const tokenOf = (event: APIGatewayProxyEventV2): string => event.pathParameters?.token ?? '';

  const page = (statusCode: number, body: string, headers: Record<string, string> = {}): ApiResponse => ({
    statusCode,
    headers: { ...confirmPageHeaders(site, null), ...headers },
    body,
  });

  function explain(status: 'unknown' | 'gone'): ApiResponse {
    const [heading, advice] =
      status === 'unknown'
        ? ['This link isn’t valid', 'It may be incomplete. Open it from the email again.']
        : [
            'This link has expired',
            `Links to confirm an address work for ${VALID_HOURS} hours. Sign up again to get a new one.`,
          ];
    return page(404, renderNoPage(assets, heading, advice));
  }

  return {
    async show(event) {
      const found = await findConfirmation(options, tokenOf(event), wishOf(event));
      return found.status === 'found'
        ? page(
            200,
            renderConfirmPage({
              site,
              page: found.page,
              action: inLanguage(event.rawPath, found.page),
              assets,
            }),
            confirmPageHeaders(site, found.page),
          )
        : explain(found.status);
    },

    async confirm(event) {
      const outcome = await confirmAddress(options, tokenOf(event), wishOf(event));
      switch (outcome.status) {
        case 'on_list':
          await wakeUp.wake();
          return page(303, '', { location: outcome.statusUrl });
        case 'full': {
          const { page: shown } = outcome;
          const body = renderConfirmPage({
            site,
            page: shown,
            action: inLanguage(event.rawPath, shown),
            assets,
          });
          return page(409, body, confirmPageHeaders(site, shown));
        }
        case 'refused':
          return page(
            429,
            renderNoPage(
              assets,
              'Too many requests',
              `Wait ${outcome.resetSeconds === 1 ? '1 second' : `${outcome.resetSeconds} seconds`}, then open the link again.`,
            ),
            { 'retry-after': String(outcome.resetSeconds) },
          );
        default:
          return explain(outcome.status);
      }
    },
  };
}
