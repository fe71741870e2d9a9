import { useQuery } from '@tanstack/react-query';
import type { Input } from '../api/client.ts';
import { pricesQuery } from '../api/queries.ts';
import { formatUsd } from '../components/format.ts';

/** "One-time payment of $49.", with the price once it has loaded, and what it covers. */
export function OnePayment({
  product,
  what,
}: {
  readonly product: Input<'create_checkout'>['product'];
  readonly what: string;
}) {
  const { data: prices } = useQuery(pricesQuery);
  const price = prices?.get(product);
  const amount = price === undefined ? '' : ` of ${formatUsd(price)}`;
  return <p>{`One-time payment${amount}. ${what}`}</p>;
}
