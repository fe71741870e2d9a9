import { createCredentialForm } from '../account/credential-form.ts';

/** What an agent shows instead of an API key; the prefix tells it from one without asking the database. */
const accessTokens = createCredentialForm('ar_oat_');
/** What an agent gets new access tokens with. */
const refreshTokens = createCredentialForm('ar_ort_');

export const generateAccessToken = (): string => accessTokens.generate();
export const generateRefreshToken = (): string => refreshTokens.generate();

/** Whether a string can be an access token at all. */
export const isWellFormedAccessToken = (token: string): boolean => accessTokens.isWellFormed(token);
