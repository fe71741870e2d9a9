import { type CloudFrontService, startCloudFront } from './service.ts';

export type { CloudFrontService } from './service.ts';

/** The CNAME target of custom domains, unless `FALLBACK_ORIGIN` is set. */
const LOCAL_FALLBACK_ORIGIN = 'cname.anteroom.test';

/** The variables that point the functions at the stand-in. */
export const LOCAL_DOMAINS = {
  FALLBACK_ORIGIN: LOCAL_FALLBACK_ORIGIN,
  DOMAINS_DISTRIBUTION_ID: 'ELOCAL',
  DOMAINS_CONNECTION_GROUP_ID: 'cg_local',
  DOMAINS_TAG: 'anteroom=local',
  ALLOW_TEST_DOMAINS: 'true',
} as const;

/** A domain is first checked after a second, so it is active two seconds after it was connected. */
const ISSUE_MS = 900;

/** Starts it for the local run: names under `.test` work, except those that begin with `fail-`. */
export const startLocalCloudFront = (): Promise<CloudFrontService> =>
  startCloudFront({
    distributionId: LOCAL_DOMAINS.DOMAINS_DISTRIBUTION_ID,
    connectionGroupId: LOCAL_DOMAINS.DOMAINS_CONNECTION_GROUP_ID,
    pointsHere: domain => domain.endsWith('.test'),
    isElsewhere: domain => /^fail-.*\.test$/.test(domain),
    issueMs: ISSUE_MS,
    deployMs: 0,
  });
