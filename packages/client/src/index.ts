export { Anteroom, type AnteroomOptions } from './anteroom.ts';
export { AnteroomError, type ErrorBody, type ErrorCode } from './errors.ts';
export type { Operations } from './generated/operations.ts';
export type * from './generated/schemas.ts';
export type {
  Answer,
  Filters,
  Input,
  NoInput,
  OperationName,
  RequestOptions,
  Schemas,
  WebhookEvent,
} from './types.ts';
export { WebhookError, type WebhookErrorCode, type WebhookHeaders } from './webhooks.ts';

import { verify } from './webhooks.ts';

/** For receivers that call nothing. */
export const webhooks = { verify } as const;
