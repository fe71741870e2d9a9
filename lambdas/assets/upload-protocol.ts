import * as z from 'zod';

/*
 * What the stages of an upload say to each other (ADR 10): the authorizer admits the request, API Gateway stages its
 * body, the edge function asks the processor for the answer. The stack and the local server are made from these names.
 */

/** What API Gateway takes of a body; a body above it is refused before anything looks at it. */
export const MAX_BODY_BYTES = 10_485_760;

/** Below it stand staged bodies, each under the id of its request. */
export const STAGING_PREFIX = 'staging/';

/** Metadata of a staged body that holds its {@link Ticket}, and the member of the authorizer's context it comes from. */
export const TICKET = 'ticket';

/** Member of the authorizer's context that holds a {@link Refusal}. */
export const REFUSAL = 'refusal';

/**
 * Response headers between API Gateway and the edge function; no client sees them. The first holds a refusal; the others
 * the id of a request whose body was staged, or could not be.
 */
export const REFUSAL_HEADER = 'x-upload-refusal';
export const STAGED_HEADER = 'x-upload-staged';
export const UNSTAGED_HEADER = 'x-upload-unstaged';

/** What the authorizer knows of a request that the processor needs. */
const Ticket = z.object({
  requestId: z.string(),
  accountId: z.string(),
  /** As it was sent; null where it was not. */
  contentType: z.string().nullable(),
  /** Of the answer: what the rate limit says. */
  headers: z.record(z.string(), z.string()),
});
export type Ticket = z.output<typeof Ticket>;

/** An answer of a function that answers HTTP. */
const HttpAnswer = z.object({
  statusCode: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
export type HttpAnswer = z.output<typeof HttpAnswer>;

/** The answer to a request that was not admitted. */
export type Refusal = HttpAnswer;

/** What the edge function asks of the processor. */
export interface ProcessUpload {
  /** Of the staged body. */
  readonly key: string;
}

/** A context, a header and metadata hold text of a few characters only. */
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (text: string): unknown => JSON.parse(Buffer.from(text, 'base64url').toString());

export const encodeTicket: (ticket: Ticket) => string = encode;
export const decodeTicket = (text: string): Ticket => Ticket.parse(decode(text));
export const encodeRefusal: (refusal: Refusal) => string = encode;
export const decodeRefusal = (text: string): Refusal => HttpAnswer.parse(decode(text));
export const parseAnswer = (value: unknown): HttpAnswer => HttpAnswer.parse(value);

/** Where the body of a request is staged. */
export const stagingKey = (requestId: string): string => `${STAGING_PREFIX}${requestId}`;
