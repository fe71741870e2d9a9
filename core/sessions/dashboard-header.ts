/**
 * The header that marks requests of the dashboard. Pages of other sites cannot set it: that needs a preflight, which we
 * never allow.
 */
export const DASHBOARD_HEADER = { header: 'x-requested-with', value: 'anteroom-dashboard' } as const;
