import type {
  APIGatewayProxyEvent,
  APIGatewayProxyEventV2,
  APIGatewayRequestAuthorizerEvent,
} from 'aws-lambda';

type RestEvent = Pick<
  APIGatewayProxyEvent | APIGatewayRequestAuthorizerEvent,
  'httpMethod' | 'resource' | 'path' | 'multiValueHeaders' | 'pathParameters' | 'queryStringParameters'
> & { readonly requestContext: { readonly requestId: string } };

/** Converts a REST API event (payload format 1.0) to the HTTP API event that the middleware expects. */
export function toHttpEvent(event: RestEvent): APIGatewayProxyEventV2 {
  const headers: Record<string, string> = {};
  for (const [name, values] of Object.entries(event.multiValueHeaders ?? {})) {
    if (values) headers[name.toLowerCase()] = values.join(',');
  }
  const { httpMethod, resource, path, pathParameters, queryStringParameters } = event;
  const { requestId } = event.requestContext;
  return {
    routeKey: `${httpMethod} ${resource}`,
    rawPath: path,
    headers,
    ...(headers.cookie !== undefined && { cookies: headers.cookie.split(/;\s*/) }),
    ...(pathParameters && { pathParameters }),
    ...(queryStringParameters && { queryStringParameters }),
    requestContext: { requestId },
  } as unknown as APIGatewayProxyEventV2;
}
