import type { ComponentType } from 'react';
import {
  BookOpen,
  Bot,
  CircleUser,
  CreditCard,
  KeyRound,
  LifeBuoy,
  ListOrdered,
  Mail,
  Send,
} from '../design/icons.ts';

/** A screen, or a URL outside of the dashboard. */
export interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>;
  /** Also current below this path. */
  readonly below?: string;
}

export const WORK: readonly Place[] = [
  { to: '/', label: 'Waitlists', icon: ListOrdered, below: '/waitlists/' },
  { to: '/templates', label: 'Email templates', icon: Mail },
  { to: '/senders', label: 'Senders', icon: Send },
];

export const SETTINGS: readonly Place[] = [
  { to: '/settings/keys', label: 'API keys', icon: KeyRound },
  { to: '/settings/agents', label: 'Agents', icon: Bot },
  { to: '/billing', label: 'Billing', icon: CreditCard },
  { to: '/settings/account', label: 'Account', icon: CircleUser },
];

/** Opened outside of the dashboard. */
export const helpPlaces = (supportEmail: string | null | undefined): readonly Place[] => [
  { to: '/docs', label: 'Docs', icon: BookOpen },
  ...(supportEmail ? [{ to: `mailto:${supportEmail}`, label: 'Email support', icon: LifeBuoy }] : []),
];
