import { text } from '../kernel/schemas.ts';

/** No whitespace or control characters, which parsers drop silently, and no credentials. */
export function isHttpUrl(text: string): boolean {
  if (!/^https?:\/\/[\x21-\x7e\u00a1-\uffff]+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

/** An absolute URL. Where http is refused, `checkPageImages` and `checkAllowedOrigins` do it. */
export const HttpsUrl = () =>
  text({ max: 2048 })
    .refine(isHttpUrl, { error: 'must be an absolute https url' })
    .meta({ format: 'uri', maxLength: 2048 });
