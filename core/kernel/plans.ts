/** What a plan lets an account do, apart from licenses, which belong to one waitlist. */
export interface Capabilities {
  readonly customDomain: boolean;
  readonly database: boolean;
  readonly whiteLabel: boolean;
}

export interface Plan {
  readonly name: string;
  readonly capabilities: Capabilities;
  /** Page generations by AI in a calendar month (UTC). */
  readonly aiGenerations: number;
}

/** The two plans (contract section 2). */
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
