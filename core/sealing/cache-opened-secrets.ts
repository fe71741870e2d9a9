import type { Sealer } from './sealer.ts';

const MAX_REMEMBERED = 500;

/**
 * Caches the latest opened secrets, because opening is a KMS call and busy pages need their secret at every signup. A
 * replaced secret has other sealed bytes, so entries never go stale. Failures are not cached.
 */
export function cacheOpenedSecrets({ open }: Pick<Sealer, 'open'>): Pick<Sealer, 'open'> {
  const opened = new Map<string, Promise<string>>();
  return {
    open(sealed, context) {
      const key = `${context.purpose}\n${context.waitlistId}\n${sealed.toString('base64')}`;
      const known = opened.get(key);
      if (known) return known;
      const secret = open(sealed, context);
      opened.set(key, secret);
      secret.catch(() => opened.delete(key));
      const oldest = opened.keys().next();
      if (opened.size > MAX_REMEMBERED && !oldest.done) opened.delete(oldest.value);
      return secret;
    },
  };
}
