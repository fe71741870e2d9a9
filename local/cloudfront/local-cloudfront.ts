import { type CloudFrontService, startCloudFront } from './service.ts';

export type { CloudFrontService } from './service.ts';

/** Where the CNAME of a custom domain points in the local run, unless `FALLBACK_ORIGIN` says otherwise. */
const LOCAL_FALLBACK_ORIGIN = 'cname.anteroom.test';

/** What the functions are told of the stand-in of CloudFront. */
export const LOCAL_DOMAINS = {
  FALLBACK_ORIGIN: LOCAL_FALLBACK_ORIGIN,
  DOMAINS_DISTRIBUTION_ID: 'ELOCAL',
  DOMAINS_CONNECTION_GROUP_ID: 'cg_local',
  DOMAINS_TAG: 'anteroom=local',
  ALLOW_TEST_DOMAINS: 'true',
} as const;

/** With the second that passes before a domain is first looked at, it is active two seconds after it was connected. */
const ISSUE_MS = 900;

/** What the local run has for CloudFront: names under `.test` are served, but for those that begin with `fail-`. */
export const startLocalCloudFront = (): Promise<CloudFrontService> =>
  startCloudFront({
    distributionId: LOCAL_DOMAINS.DOMAINS_DISTRIBUTION_ID,
    connectionGroupId: LOCAL_DOMAINS.DOMAINS_CONNECTION_GROUP_ID,
    pointsHere: domain => domain.endsWith('.test'),
    isElsewhere: domain => /^fail-.*\.test$/.test(domain),
    issueMs: ISSUE_MS,
    deployMs: 0,
  });
