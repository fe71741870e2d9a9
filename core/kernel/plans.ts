/** What a plan allows. Licenses are separate: each belongs to one waitlist. */
export interface Capabilities {
  readonly customDomain: boolean;
  readonly database: boolean;
  readonly whiteLabel: boolean;
}

export interface Plan {
  readonly name: string;
  readonly capabilities: Capabilities;
  /** AI page generations per calendar month (UTC). */
  readonly aiGenerations: number;
}

/** The plans (contract section 2). */
export const PLANS = {
  free: {
    name: 'Free',
    capabilities: { customDomain: false, database: false, whiteLabel: false },
    aiGenerations: 3,
  },
  pro: {
    name: 'Pro',
    capabilities: { customDomain: true, database: true, whiteLabel: true },
    aiGenerations: 100,
  },
} as const satisfies Record<string, Plan>;

export type PlanId = keyof typeof PLANS;

export const isPlanId = (value: string): value is PlanId => Object.hasOwn(PLANS, value);
