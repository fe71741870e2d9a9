import { createGroupHandler } from '../group-handler.ts';
import type { HttpHandler } from '../http-handler.ts';
import type { Environment } from '../settings.ts';
import { dashboardGroup } from './group.ts';

export const createHandler = (environment: Environment): HttpHandler =>
  createGroupHandler(dashboardGroup, environment);
