import { createCredentialForm } from '../account/credential-form.ts';

/** Access tokens. The prefix tells them from API keys without a query. */
const accessTokens = createCredentialForm('ar_oat_');
const refreshTokens = createCredentialForm('ar_ort_');

export const generateAccessToken = (): string => accessTokens.generate();
export const generateRefreshToken = (): string => refreshTokens.generate();

/** Whether a string has the form of an access token. */
export const isWellFormedAccessToken = (token: string): boolean => accessTokens.isWellFormed(token);
