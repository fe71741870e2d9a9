import { createCredentialFormat } from '../account/credential-format.ts';

/** Tells access tokens from API keys without a query. */
const ACCESS_TOKEN = 'ar_oat_';
const accessTokens = createCredentialFormat(ACCESS_TOKEN);
const refreshTokens = createCredentialFormat('ar_ort_');

export const generateAccessToken = (): string => accessTokens.generate();
export const generateRefreshToken = (): string => refreshTokens.generate();

/** Whether a string is meant as an access token, mistyped or not. */
export const looksLikeAccessToken = (text: string): boolean => text.startsWith(ACCESS_TOKEN);

/** Whether a string has the format of an access token. */
export const isWellFormedAccessToken = (token: string): boolean => accessTokens.isWellFormed(token);
