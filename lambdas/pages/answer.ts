import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { digestNetworks } from '../../core/kernel/networks.ts';
import { inLanguage } from '../../core/languages/in-language.ts';
import { type AnswerServices, answerQuestions } from '../../core/place-pages/answer-questions.ts';
import { viewerAddress } from '../http/viewer-address.ts';
import { wishOf } from '../http/wish.ts';
import { type ApiResponse, json } from '../middleware/api-request.ts';
import { type AttemptOptions, bodyOf } from './join.ts';

type AnswerOptions = AttemptOptions & Omit<AnswerServices, 'digestKey'>;

/** `POST /s/{token}/answers`. A form leads back to the page of the place. */
export const createAnswerQuestions =
  ({ digestKey, wakeUp, isBehindEdge, ...services }: AnswerOptions) =>
  async (event: APIGatewayProxyEventV2, domain: string | null): Promise<ApiResponse> => {
    const key = await digestKey();
    const { fields, readBody } = await bodyOf(event);
    const token = event.pathParameters?.token ?? '';
    const { answers, ...reading } = await answerQuestions(
      { ...services, digestKey: key },
      {
        token,
        domain,
        networks: digestNetworks(key, viewerAddress(event, isBehindEdge)),
        isForm: fields !== null,
        readBody,
        wish: wishOf(event),
      },
    );
    await wakeUp.wake();
    return fields
      ? { statusCode: 303, headers: { location: `${inLanguage(`/s/${token}`, reading)}#saved` }, body: '' }
      : json(200, { answers }, { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
  };
