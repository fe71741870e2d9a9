import { useQuery } from '@tanstack/react-query';
import type { Product } from '../../../core/billing/products.ts';
import { pricesQuery } from '../api/people.ts';
import { formatUsd } from '../components/format.ts';

/** "One-time payment of $49.", with the price once it has loaded, and what it covers. */
export function OnePayment({ product, what }: { readonly product: Product; readonly what: string }) {
  const { data: prices } = useQuery(pricesQuery);
  const price = prices?.get(product);
  return (
    <p>
      One-time payment{price !== undefined && ` of ${formatUsd(price)}`}. {what}
    </p>
  );
}
