import type { Environment, Need } from '../settings/read-settings.ts';
import * as account from './account/handler.ts';
import * as assets from './assets/handler.ts';
import * as billing from './billing/handler.ts';
import * as card from './card/handler.ts';
import { group as dashboard } from './dashboard/group.ts';
import * as databaseConnector from './database-connector/handler.ts';
import * as exports from './export/handler.ts';
import { groups } from './groups.ts';
import { createGroupHandler, type EndpointGroup, needsOf } from './http/group-handler.ts';
import type { HttpHandler } from './http/http-handler.ts';
import * as mailFeedback from './mail-feedback/handler.ts';
import * as mcp from './mcp/handler.ts';
import * as migrate from './migrate/handler.ts';
import * as oauth from './oauth/handler.ts';
import * as pages from './pages/handler.ts';
import * as people from './people/handler.ts';
import * as uploadAuthorizer from './upload-authorizer/handler.ts';
import * as webhookSender from './webhook-sender/handler.ts';
import * as worker from './worker/handler.ts';

/** A function of the service: the settings it needs, and how to create its handler from the environment. */
export interface ServiceFunction<Handler> {
  readonly needs: readonly Need[];
  createHandler(environment: Environment): Handler;
}

const groupFunction = (group: EndpointGroup): ServiceFunction<HttpHandler> => ({
  needs: needsOf(group),
  createHandler: environment => createGroupHandler(group, environment),
});

const httpFunctions: Readonly<Record<string, ServiceFunction<HttpHandler>>> = {
  ...Object.fromEntries(groups.map(group => [group.name, groupFunction(group)])),
  dashboard: groupFunction(dashboard),
  account,
  billing,
  card,
  mcp,
  oauth,
  pages,
  people,
};

/**
 * A function behind the HTTP API.
 * @throws {Error} if there is none with that name
 */
export function httpFunction(name: string): ServiceFunction<HttpHandler> {
  const fn = httpFunctions[name];
  if (!fn) throw new Error(`Routes name the function ${name}, which lambdas/groups.ts does not list`);
  return fn;
}

/** The other functions, which AWS invokes without the HTTP API. */
export const functions = {
  assets,
  'database-connector': databaseConnector,
  export: exports,
  'mail-feedback': mailFeedback,
  migrate,
  'upload-authorizer': uploadAuthorizer,
  'webhook-sender': webhookSender,
  worker,
} as const;
