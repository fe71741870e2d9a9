import { useQuery } from '@tanstack/react-query';
import { domainQuery, type Waitlist } from '../api/queries.ts';

/** The page's URL to share: on its active custom domain, if it has one. */
export function usePageUrl({ id, url }: Waitlist): string {
  const { data } = useQuery(domainQuery(id));
  if (data?.state !== 'active' || data.domain === null) return url;
  // The local run serves custom domains with its own scheme and port.
  const { protocol, port } = new URL(url);
  return `${protocol}//${data.domain}${port && `:${port}`}/`;
}
