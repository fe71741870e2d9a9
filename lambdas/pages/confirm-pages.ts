import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { VALID_HOURS } from '../../core/email/valid-hours.ts';
import { fillCount } from '../../core/languages/format.ts';
import { inLanguage } from '../../core/languages/in-language.ts';
import type { Language } from '../../core/languages/language.ts';
import { dependsOnBrowser } from '../../core/languages/negotiate.ts';
import { textsOf } from '../../core/languages/texts.ts';
import type { WakeUp } from '../../core/outbox/outbox-store.ts';
import type { PageAssets } from '../../core/pages/page-assets.ts';
import { renderNoPage } from '../../core/pages/render-no-page.ts';
import {
  type ConfirmServices,
  confirmAddress,
  findConfirmation,
} from '../../core/signups/confirm-address.ts';
import { confirmPageHeaders, renderConfirmPage } from '../../core/signups/render-confirm.ts';
import { languageOf, varyHeader, wishOf } from '../http/wish.ts';
import type { ApiResponse } from '../middleware/api-request.ts';

interface ConfirmPagesOptions extends ConfirmServices {
  readonly wakeUp: WakeUp;
  readonly assets: PageAssets;
}

const VARIES = varyHeader(true);

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

  function explain(status: 'unknown' | 'gone', language: Language): ApiResponse {
    const { notice, confirm } = textsOf(language).pages;
    const explanation =
      status === 'unknown'
        ? { heading: notice.badLink, advice: notice.badConfirm }
        : {
            heading: confirm.expiredHeading,
            advice: fillCount(language, confirm.expired, VALID_HOURS),
          };
    return page(404, renderNoPage(assets, language, explanation), VARIES);
  }

  return {
    async show(event) {
      const found = await findConfirmation(options, tokenOf(event), wishOf(event));
      return found.status === 'found'
        ? page(
            200,
            renderConfirmPage({
              language: found.page.language,
              site,
              page: found.page,
              action: inLanguage(event.rawPath, found.page),
              assets,
            }),
            {
              ...confirmPageHeaders(site, found.page),
              ...varyHeader(dependsOnBrowser(found.page.languages, wishOf(event))),
            },
          )
        : explain(found.status, languageOf(event));
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
            language: shown.language,
            site,
            page: shown,
            action: inLanguage(event.rawPath, shown),
            assets,
          });
          return page(409, body, confirmPageHeaders(site, shown));
        }
        case 'refused': {
          const { resetSeconds } = outcome;
          const language = languageOf(event);
          const { tooMany: heading, waitForLink } = textsOf(language).pages.notice;
          const advice = fillCount(language, waitForLink, resetSeconds);
          return page(429, renderNoPage(assets, language, { heading, advice }), {
            ...VARIES,
            'retry-after': String(resetSeconds),
          });
        }
        default:
          return explain(outcome.status, languageOf(event));
      }
    },
  };
}
