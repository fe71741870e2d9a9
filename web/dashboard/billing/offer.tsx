import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Input } from '../api/client.ts';
import { pricesQuery } from '../api/queries.ts';
import { formatUsd } from '../components/format.ts';
import { Lines, Loaded } from '../components/loaded.tsx';
import { ProblemView } from '../components/problem-view.tsx';
import { useCheckout } from './use-checkout.ts';

/** A price and the button that pays it. The button appears once the price has loaded. */
export function Offer({ buys, terms }: { readonly buys: Input<'create_checkout'>; readonly terms: string }) {
  const prices = useQuery(pricesQuery);
  const checkout = useCheckout();
  return (
    <>
      <div className="section-gap">
        <Loaded query={prices} skeleton={<Lines count={2} height={24} />}>
          {known => {
            const price = formatUsd(known.get(buys.product) ?? 0);
            return (
              <>
                <p className="price">
                  <strong>{price}</strong> {terms}
                </p>
                <Button mt="sm" loading={checkout.isPending} onClick={() => checkout.mutate(buys)}>
                  Pay {price}
                </Button>
              </>
            );
          }}
        </Loaded>
      </div>
      {checkout.isError && (
        <div className="section-gap">
          <ProblemView error={checkout.error} />
        </div>
      )}
    </>
  );
}
