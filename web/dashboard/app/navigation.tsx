import { Link, useRouterState } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { Bot, CircleUser, CreditCard, KeyRound, ListOrdered, Mail } from '../design/icons.ts';

interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>;
  /** Also current below this path. */
  readonly below?: string;
}

const WORK: readonly Place[] = [
  { to: '/', label: 'Waitlists', icon: ListOrdered, below: '/waitlists/' },
  { to: '/templates', label: 'Email templates', icon: Mail },
];
const SETTINGS: readonly Place[] = [
  { to: '/settings/keys', label: 'API keys', icon: KeyRound },
  { to: '/settings/agents', label: 'Agents', icon: Bot },
  { to: '/billing', label: 'Billing', icon: CreditCard },
  { to: '/settings/account', label: 'Account', icon: CircleUser },
];

function Places({ places, onGo }: { readonly places: readonly Place[]; readonly onGo: () => void }) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <ul className="side-list">
      {places.map(({ to, label, icon: Icon, below }) => (
        <li key={to}>
          <Link
            to={to}
            className="side-link"
            activeOptions={{ exact: false }}
            activeProps={{ 'aria-current': 'page' }}
            {...(below && path.startsWith(below) && { 'aria-current': true })}
            onClick={onGo}
          >
            <Icon size={17} aria-hidden />
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The side navigation: everything that isn't inside one waitlist. */
export function Navigation({ onGo }: { readonly onGo: () => void }) {
  return (
    <nav aria-label="Dashboard" className="side-nav">
      <Places places={WORK} onGo={onGo} />
      <h2 className="side-heading">Settings</h2>
      <Places places={SETTINGS} onGo={onGo} />
    </nav>
  );
}
