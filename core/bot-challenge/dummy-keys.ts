/**
 * Whether a key is one of those that Cloudflare publishes for tests: everyone passes, or nobody does. Source:
 * https://developers.cloudflare.com/turnstile/troubleshooting/testing/
 */
export const isDummyKey = (key: string): boolean => /^[123]x0{20,}[A-F]{2}$/i.test(key);
