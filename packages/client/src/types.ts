import type { components, operations, webhooks } from './generated/description.ts';

/** The name of an operation: the `operationId` of the description, and the name of the tool. */
export type OperationName = keyof operations;

type Json<Content> = Content extends { 'application/json': infer Body } ? Body : never;
/** A form with files can be sent instead of JSON. */
type Form<Content> = Content extends { 'multipart/form-data': infer Fields }
  ? { [Field in keyof Fields]: Blob }
  : never;

/** `never`, in the description, is what an operation does not take. */
type Taken<T> = [Extract<T, object>] extends [never] ? unknown : Extract<T, object>;

type Query<Operation> = Operation extends { parameters: { query?: infer Parameters } }
  ? Taken<Parameters>
  : unknown;
type Body<Operation> = Operation extends { requestBody?: infer Request }
  ? Taken<Request> extends { content: infer Content }
    ? Json<Content> | Form<Content>
    : unknown
  : unknown;

/** The members of the query or the body. */
export type Input<Name extends OperationName> = Query<operations[Name]> & Body<operations[Name]>;

/** Of an operation that takes none. One day it may. */
export type NoInput = Readonly<Record<string, never>>;

/** The filters of a list: where a page starts is not theirs to say. */
export type Filters<Name extends OperationName> = Omit<Input<Name>, 'after' | 'offset'>;

type Success = 200 | 201 | 202;
type Responses<Name extends OperationName> = operations[Name]['responses'];

/** What an operation answers. */
export type Answer<Name extends OperationName> = {
  [Status in keyof Responses<Name> & Success]: Responses<Name>[Status] extends { content: infer Content }
    ? Json<Content>
    : never;
}[keyof Responses<Name> & Success];

/** Any event that a webhook receives; `type` tells which. */
export type WebhookEvent = Json<webhooks[keyof webhooks]['post']['requestBody']['content']>;

/** The schemas of the description, by name. */
export type Schemas = components['schemas'];

/** Of one call. */
export interface RequestOptions {
  /** Ends the call, also while it waits for another try. It then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Added to ours: `If-Match`, or an `Idempotency-Key` that you keep. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Gets the response of a call that succeeded, to read its headers. Its body is read already. */
  readonly onResponse?: (response: Response) => void;
}
