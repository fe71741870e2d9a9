import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { digestNetworks } from '../../core/kernel/networks.ts';
import { type AnswerServices, answerQuestions } from '../../core/place-pages/answer-questions.ts';
import { viewerAddress } from '../http/viewer-address.ts';
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
    const answer = await answerQuestions(
      { ...services, digestKey: key },
      {
        token,
        domain,
        networks: digestNetworks(key, viewerAddress(event, isBehindEdge)),
        isForm: fields !== null,
        readBody,
      },
    );
    await wakeUp.wake();
    return fields
      ? { statusCode: 303, headers: { location: `/s/${token}#saved` }, body: '' }
      : json(200, answer, { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
  };
