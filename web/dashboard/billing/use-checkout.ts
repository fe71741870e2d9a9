import { useMutation } from '@tanstack/react-query';
import { call, type Input } from '../api/client.ts';

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
