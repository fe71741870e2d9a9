import type { ApiError } from '../../core/kernel/errors.ts';
import { type ApiResponse, json } from '../middleware/api-request.ts';

/** The code of OAuth for a status (RFC 6749, 4.1.2.1). */
const codeOf = (status: number): string => {
  if (status === 429 || status === 503) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
};

/** An error as OAuth clients read it (RFC 6749, 5.2). */
export function oauthError(error: ApiError, requestId: string): ApiResponse {
  const { resolution } = error.toBody(requestId);
  const error_description = [`${error.message}.`, resolution ?? []].flat().join(' ');
  return json(error.status, { error: codeOf(error.status), error_description }, error.headers);
}
