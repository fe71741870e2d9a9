import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { DigestKey } from '../../core/kernel/digest-key.ts';
import { digestNetworks } from '../../core/kernel/networks.ts';
import { pageUrl, type Site } from '../../core/kernel/site.ts';
import type { Language } from '../../core/languages/language.ts';
import { textsOf } from '../../core/languages/texts.ts';
import type { WakeUp } from '../../core/outbox/outbox-store.ts';
import type { Notice } from '../../core/pages/render-no-page.ts';
import type { PageAddress } from '../../core/pages/show-page.ts';
import type { PlaceLinkRequests } from '../../core/place-pages/place-link-store.ts';
import { requestPlaceLink } from '../../core/place-pages/request-place-link.ts';
import { type FormFields, formBody } from '../../core/signups/form-body.ts';
import { type JoinServices, joinWaitlist } from '../../core/signups/join-waitlist.ts';
import type { SignupAnswer } from '../../core/signups/schemas.ts';
import { isForm, readFields } from '../http/form.ts';
import { viewerAddress } from '../http/viewer-address.ts';
import { wishOf } from '../http/wish.ts';
import { type ApiResponse, header, json } from '../middleware/api-request.ts';
import { jsonBody } from '../middleware/json-body.ts';
import type { ShowFormAgain } from './show-form-again.ts';
import type { ShowNotice } from './show-page.ts';

/** The site that a signup comes from; null for our own pages, the waitlist's domain, and programs. */
function foreignOrigin(event: APIGatewayProxyEventV2, site: Site, domain: string | null): string | null {
  const origin = header(event, 'origin');
  const own = new URL(domain === null ? site.baseUrl : pageUrl(site, '', domain)).origin;
  return origin === undefined || origin === own ? null : origin;
}

export interface AttemptOptions {
  readonly digestKey: () => Promise<DigestKey>;
  readonly wakeUp: WakeUp;
  /** Whether CloudFront names the visitor's address. */
  readonly isBehindEdge: boolean;
}

interface JoinOptions extends AttemptOptions, Omit<JoinServices, 'digestKey'> {
  readonly showNotice: ShowNotice;
  readonly showFormAgain: ShowFormAgain;
}

/** The body of an attempt. What is wrong with it is thrown once the attempt was counted. */
export async function bodyOf(
  event: APIGatewayProxyEventV2,
): Promise<{ readonly fields: FormFields | null; readonly readBody: () => unknown }> {
  if (!isForm(event)) return { fields: null, readBody: () => jsonBody(event) };
  try {
    const fields = await readFields(event);
    const body = formBody(fields);
    return { fields, readBody: () => body };
  } catch (fault) {
    const readBody = () => {
      throw fault;
    };
    return { fields: [], readBody };
  }
}

type Answer = (event: APIGatewayProxyEventV2, domain: string | null) => Promise<ApiResponse>;

/** 201 for a new signup, 202 for one to confirm, 200 for an email already on the list. */
function httpStatus(answer: SignupAnswer): number {
  if ('pending' in answer) return 202;
  return 'alreadyJoined' in answer ? 200 : 201;
}

/** Where a form leads. The link to someone else's place is only mailed. */
function answerForm(
  answer: SignupAnswer,
  redirectUrl: string | undefined,
  notice: (statusCode: number, say: (language: Language) => Notice) => Promise<ApiResponse>,
): ApiResponse | Promise<ApiResponse> {
  const joined = 'statusUrl' in answer ? answer.statusUrl : undefined;
  const location = redirectUrl === undefined ? joined : new URL(redirectUrl).href;
  if (location !== undefined) return { statusCode: 303, headers: { location }, body: '' };
  return notice(httpStatus(answer), language => {
    const { checkEmail, alreadyJoined, linkMailed } = textsOf(language).pages.notice;
    return 'pending' in answer
      ? { heading: checkEmail, advice: answer.message }
      : { heading: alreadyJoined, advice: linkMailed };
  });
}

/** `POST /w/{slug}/signups`. A form leads on with a 303. */
export function createJoin({
  digestKey,
  wakeUp,
  isBehindEdge,
  showNotice,
  showFormAgain,
  ...services
}: JoinOptions): Answer {
  return async (event, domain) => {
    const address = viewerAddress(event, isBehindEdge);
    const key = await digestKey();
    const { fields, readBody } = await bodyOf(event);
    const slug = event.pathParameters?.slug ?? '';
    const wish = wishOf(event);
    const page: PageAddress = domain === null ? { slug, wish } : { domain, wish };
    let answer: SignupAnswer;
    try {
      answer = await joinWaitlist(
        { ...services, digestKey: key },
        {
          slug,
          domain,
          networks: digestNetworks(key, address),
          origin: foreignOrigin(event, services.site, domain),
          remoteAddress: address,
          isForm: fields !== null,
          readBody,
          wish,
        },
      );
    } catch (error) {
      if (fields) return showFormAgain(page, fields, error);
      throw error;
    }
    await wakeUp.wake();
    if (fields) {
      // Of two fields with one name, the last counts, as it was checked.
      const { redirectUrl } = Object.fromEntries<string | undefined>(fields);
      return answerForm(answer, redirectUrl, showNotice.bind(null, page));
    }
    return json(httpStatus(answer), answer, 'statusUrl' in answer ? { location: answer.statusUrl } : {});
  };
}

interface PlaceLinkOptions extends AttemptOptions {
  readonly showNotice: ShowNotice;
  readonly placeLinks: PlaceLinkRequests;
}

/** `POST /w/{slug}/status-links`: 202, whether or not the email is on the list; a form gets a page. */
export function createPlaceLinkRequest({
  digestKey,
  wakeUp,
  isBehindEdge,
  placeLinks,
  showNotice,
}: PlaceLinkOptions): Answer {
  return async event => {
    const key = await digestKey();
    const { fields, readBody } = await bodyOf(event);
    const slug = event.pathParameters?.slug ?? '';
    const answer = await requestPlaceLink(
      { placeLinks, digestKey: key },
      {
        slug,
        networks: digestNetworks(key, viewerAddress(event, isBehindEdge)),
        readBody,
        wish: wishOf(event),
      },
    );
    await wakeUp.wake();
    if (!fields) return json(202, answer);
    return showNotice({ slug, wish: wishOf(event) }, 202, language => ({
      heading: textsOf(language).pages.notice.checkInbox,
      advice: answer.message,
    }));
  };
}
