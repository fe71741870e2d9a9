/** The limits and features of a plan. Licenses are separate: each belongs to one waitlist. */
export interface Capabilities {
  readonly customDomain: boolean;
  readonly database: boolean;
  readonly whiteLabel: boolean;
}

/** How much an account can have. */
export interface Limits {
  readonly waitlists: number;
  /** Of all its images together. */
  readonly imageBytes: number;
  readonly domains: number;
}

export interface Plan {
  readonly name: string;
  readonly capabilities: Capabilities;
  readonly limits: Limits;
  /** AI page generations per calendar month (UTC). */
  readonly aiGenerations: number;
}

/** The plans (contract section 2). */
export const PLANS = {
  free: {
    name: 'Free',
    capabilities: { customDomain: false, database: false, whiteLabel: false },
    limits: { waitlists: 20, imageBytes: 100 * 1_048_576, domains: 50 },
    aiGenerations: 3,
  },
  pro: {
    name: 'Pro',
    capabilities: { customDomain: true, database: true, whiteLabel: true },
    limits: { waitlists: 1_000, imageBytes: 5 * 1_073_741_824, domains: 50 },
    aiGenerations: 100,
  },
} as const satisfies Record<string, Plan>;

export type PlanId = keyof typeof PLANS;

export const isPlanId = (value: string): value is PlanId => Object.hasOwn(PLANS, value);
