import { createCredentialFormat } from '../account/credential-format.ts';

/** Access tokens. The prefix tells them from API keys without a query. */
const accessTokens = createCredentialFormat('ar_oat_');
const refreshTokens = createCredentialFormat('ar_ort_');

export const generateAccessToken = (): string => accessTokens.generate();
export const generateRefreshToken = (): string => refreshTokens.generate();

/** Whether a string has the format of an access token. */
export const isWellFormedAccessToken = (token: string): boolean => accessTokens.isWellFormed(token);
