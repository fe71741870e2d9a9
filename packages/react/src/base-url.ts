export const withoutSlash = (baseUrl: string): string => baseUrl.replace(/\/+$/, '');
