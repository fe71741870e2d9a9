import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call, type Input } from '../api/client.ts';
import { pricesQuery } from '../api/queries.ts';
import { formatUsd } from '../components/format.ts';
import { Lines, Loaded } from '../components/loaded.tsx';
import { ProblemView } from '../components/problem-view.tsx';

/** Redirects to the payment page. Stays pending until the browser has left. */
export function useCheckout() {
  return useMutation({
    mutationFn: async (checkout: Input<'create_checkout'>) => {
      const { url } = await call('create_checkout', checkout);
      location.assign(url);
      await new Promise(() => {});
    },
  });
}

interface OfferProps {
  readonly buys: Input<'create_checkout'>;
  readonly terms: string;
}

/** A price and the button that pays it. They appear once the price has loaded. */
export function Offer({ buys, terms }: OfferProps) {
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
                  <strong>{price}</strong> <span>{terms}</span>
                </p>
                <Button mt="sm" loading={checkout.isPending} onClick={() => checkout.mutate(buys)}>
                  {`Pay ${price}`}
                </Button>
              </>
            );
          }}
        </Loaded>
      </div>
      <CheckoutProblem checkout={checkout} />
    </>
  );
}

/** Why a checkout could not start. */
export function CheckoutProblem({ checkout }: { readonly checkout: ReturnType<typeof useCheckout> }) {
  if (!checkout.isError) return null;
  return (
    <div className="section-gap">
      <ProblemView error={checkout.error} />
    </div>
  );
}
