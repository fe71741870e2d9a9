import type { Operation } from '../kernel/operation.ts';
import { connectDomain } from './connect-domain.ts';
import { disconnectDomain } from './disconnect-domain.ts';
import type { DomainServices } from './domain-store.ts';
import { getDomain } from './get-domain.ts';

export const domainOperations = [
  getDomain,
  connectDomain,
  disconnectDomain,
] as const satisfies readonly Operation<DomainServices>[];
