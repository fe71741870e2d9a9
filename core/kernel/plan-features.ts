import { formatBytes } from './format-bytes.ts';
import type { Plan } from './plans.ts';

/** A row in the comparison of plans. */
export interface PlanFeature {
  readonly label: string;
  /** How much of it a plan has, or whether it has it. */
  readonly of: (plan: Plan) => string | boolean;
  /** Only where a model is configured. */
  readonly needsModel?: true;
}

const count = (number: number): string => number.toLocaleString('en');

/** The sentences about plans on the landing page and the dashboard, made from the plans themselves. */
export const PLAN_FEATURES: readonly PlanFeature[] = [
  { label: 'Waitlists', of: ({ limits }) => count(limits.waitlists) },
  { label: 'Signups', of: () => 'Unlimited' },
  { label: 'AI pages a month', of: ({ aiGenerations }) => count(aiGenerations), needsModel: true },
  { label: 'Images', of: ({ limits }) => formatBytes(limits.imageBytes) },
  {
    label: 'Custom domains',
    of: ({ capabilities, limits }) => capabilities.customDomain && count(limits.domains),
  },
  { label: 'Your own Turnstile keys', of: ({ capabilities }) => capabilities.customDomain },
  { label: 'Your own database', of: ({ capabilities }) => capabilities.database },
  { label: 'Without “Powered by Anteroom”', of: ({ capabilities }) => capabilities.whiteLabel },
];
