import { useQuery } from '@tanstack/react-query';
import type { Product } from '../../../core/billing/products.ts';
import { pricesQuery } from '../api/people.ts';
import { formatUsd } from '../components/format.ts';

/** How something is paid, with its price as soon as that is known: where it is paid, it is said again. */
export function OnePayment({ product, what }: { readonly product: Product; readonly what: string }) {
  const { data: prices } = useQuery(pricesQuery);
  const price = prices?.get(product);
  return (
    <p>
      One payment{price !== undefined && ` of ${formatUsd(price)}`}, {what}.
    </p>
  );
}
