import { connectDomain } from './connect-domain.ts';
import { disconnectDomain } from './disconnect-domain.ts';
import { getDomain } from './get-domain.ts';

export const domainOperations = [getDomain, connectDomain, disconnectDomain] as const;
