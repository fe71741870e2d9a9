import type { Environment } from '../../settings/functions.ts';
import { createGroupHandler } from '../http/group-handler.ts';
import type { HttpHandler } from '../http/http-handler.ts';
import { emailTemplatesGroup } from './group.ts';

export const createHandler = (environment: Environment): HttpHandler =>
  createGroupHandler(emailTemplatesGroup, environment);
