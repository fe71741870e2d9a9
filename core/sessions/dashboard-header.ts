/**
 * The header by which the dashboard marks its requests. A page of another site cannot set it: that takes a preflight, and
 * none of ours allows it.
 */
export const DASHBOARD_HEADER = { header: 'x-requested-with', value: 'anteroom-dashboard' } as const;
