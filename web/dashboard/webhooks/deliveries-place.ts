import type { DeliveryState } from '../../../core/webhooks/schemas.ts';

const STATES: readonly string[] = ['delivered', 'pending', 'failed'] satisfies DeliveryState[];

/** The state of a webhook's screen in the URL. Defaults are left out. */
export interface DeliveriesPlace {
  readonly page?: number;
  /** Only deliveries in this state. */
  readonly state?: DeliveryState;
  /** The id of the delivery in the drawer. */
  readonly delivery?: string;
}

/** Reads it; what makes no sense is left out. */
export const toDeliveriesPlace = ({ page, state, delivery }: Record<string, unknown>): DeliveriesPlace => ({
  ...(Number.isSafeInteger(page) && Number(page) > 1 && { page: Number(page) }),
  ...(typeof state === 'string' && STATES.includes(state) && { state: state as DeliveryState }),
  ...(typeof delivery === 'string' && delivery !== '' && { delivery }),
});
