import * as z from 'zod';

/*
 * The protocol between the stages of an upload (ADR 10): the authorizer admits the request, API Gateway
 * stages its body, and the edge function asks the processor for the response. The stack and the local
 * server use these names.
 */

/** API Gateway's body limit; it refuses larger bodies by itself. */
export const MAX_BODY_BYTES = 10_485_760;

/** Prefix of staged bodies, which are named by request id. */
export const STAGING_PREFIX = 'staging/';

/** Holds the {@link Ticket}: a member of the authorizer's context, then metadata of the staged body. */
export const TICKET = 'ticket';

/** Member of the authorizer's context with a {@link Refusal}. */
export const REFUSAL = 'refusal';

/**
 * Response headers between API Gateway and the edge function, hidden from clients: a refusal, or the id of
 * a request whose body was staged or could not be.
 */
export const REFUSAL_HEADER = 'x-upload-refusal';
export const STAGED_HEADER = 'x-upload-staged';
export const UNSTAGED_HEADER = 'x-upload-unstaged';

const TicketAccount = z.object({ id: z.string(), plan: z.enum(['free', 'pro']) });

/** Facts about the request, for the processor. */
const Ticket = z.object({
  requestId: z.string(),
  account: TicketAccount,
  /** As sent; null if missing. */
  contentType: z.string().nullable(),
  idempotencyKey: z.string().optional(),
  /** Rate limit headers for the response. */
  headers: z.record(z.string(), z.string()),
});
export type Ticket = z.output<typeof Ticket>;

/** An HTTP response. */
const HttpAnswer = z.object({
  statusCode: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
export type HttpAnswer = z.output<typeof HttpAnswer>;

/** The response to a refused request. */
export type Refusal = HttpAnswer;

/** The edge function's request to the processor. */
export interface ProcessUpload {
  /** Key of the staged body. */
  readonly key: string;
}

/** Contexts, headers, and metadata allow few characters. */
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (text: string): unknown => JSON.parse(Buffer.from(text, 'base64url').toString());

export const encodeTicket: (ticket: Ticket) => string = encode;
export const decodeTicket = (text: string): Ticket => Ticket.parse(decode(text));
export const encodeRefusal: (refusal: Refusal) => string = encode;
export const decodeRefusal = (text: string): Refusal => HttpAnswer.parse(decode(text));
export const parseAccount = (text: string) => TicketAccount.parse(JSON.parse(text));
export const parseAnswer = (value: unknown): HttpAnswer => HttpAnswer.parse(value);

export const stagingKey = (requestId: string): string => `${STAGING_PREFIX}${requestId}`;
