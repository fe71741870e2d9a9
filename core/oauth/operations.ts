import type { Operation } from '../kernel/operation.ts';
import { listAgents } from './list-agents.ts';
import { revokeAgent } from './revoke-agent.ts';

export const oauthOperations = [listAgents, revokeAgent] as const satisfies readonly Operation[];
