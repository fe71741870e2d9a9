import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEvent, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';

/** A routed request to a REST API. */
export interface RestRequest {
  readonly request: IncomingMessage;
  readonly requestId: string;
  /** The path of the route, with parameters in braces. */
  readonly resource: string;
  readonly path: string;
  readonly pathParameters?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly address: string;
}

function toRestEvent({ request, requestId, resource, path, pathParameters, query, address }: RestRequest) {
  const multiValueHeaders: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) multiValueHeaders[name] = [value].flat();
  }
  const httpMethod = request.method ?? 'GET';
  const parameters = [...new URLSearchParams(query)];
  return {
    resource,
    path,
    httpMethod,
    headers: Object.fromEntries(
      Object.entries(multiValueHeaders).map(([name, values]) => [name, values.at(-1) ?? '']),
    ),
    multiValueHeaders,
    pathParameters: pathParameters ?? null,
    // The last value of a repeated parameter counts, as in API Gateway.
    queryStringParameters: parameters.length > 0 ? Object.fromEntries(parameters) : null,
    multiValueQueryStringParameters: null,
    stageVariables: null,
    requestContext: { requestId, httpMethod, path, identity: { sourceIp: address } },
  };
}

/** The event for an authorizer (REST API, type REQUEST). */
export function toAuthorizerEvent(rest: RestRequest): APIGatewayRequestAuthorizerEvent {
  const event = toRestEvent(rest);
  return {
    ...event,
    type: 'REQUEST',
    methodArn: `arn:aws:execute-api:us-east-1:000000000000:local/live/${event.httpMethod}${rest.path}`,
  } as unknown as APIGatewayRequestAuthorizerEvent;
}

/** The event for a function (REST API, payload format 1.0). */
export const toProxyEvent = (rest: RestRequest): APIGatewayProxyEvent =>
  ({ ...toRestEvent(rest), body: null, isBase64Encoded: false }) as unknown as APIGatewayProxyEvent;
