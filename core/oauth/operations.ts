import { listAgents } from './list-agents.ts';
import { revokeAgent } from './revoke-agent.ts';

export const oauthOperations = [listAgents, revokeAgent] as const;
