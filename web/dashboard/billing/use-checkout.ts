import { useMutation } from '@tanstack/react-query';
import { call } from '../api/client.ts';

export type Wish = { readonly product: 'license'; readonly waitlistId: string } | { readonly product: 'pro' };

/** Redirects to the payment page. Stays pending until the browser has left. */
export function useCheckout() {
  return useMutation({
    mutationFn: async (wish: Wish) => {
      const { url } = await call<{ url: string }>('/dashboard/checkouts', { method: 'POST', body: wish });
      location.assign(url);
      await new Promise(() => {});
    },
  });
}
