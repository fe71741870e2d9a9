// Until the dashboard's API client imports the kernel itself.
export type { ErrorBody, ErrorDetail } from './kernel/errors.ts';
