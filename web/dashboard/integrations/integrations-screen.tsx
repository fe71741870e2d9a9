import { Badge, Skeleton } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { databaseQuery, domainQuery, templatesQuery, turnstileQuery } from '../api/queries.ts';
import { count } from '../components/format.ts';
import { ChevronRight, Database, Globe, Mail, ShieldCheck, Webhook } from '../design/icons.ts';
import { useWaitlist } from '../waitlists/waitlist-layout.tsx';
import { type Webhook as WebhookData, webhooksQuery } from '../webhooks/queries.ts';
import { MODES } from './challenge-section.tsx';
import { NAMES } from './database-section.tsx';
import { STATES } from './domain-section.tsx';

/** What a card says about its integration. */
interface CardState {
  readonly label: string;
  readonly color: string;
}

const OFF = 'gray';
const ON = 'teal';

/** Everything a waitlist can be connected with, as cards with their state. */
export function IntegrationsScreen() {
  const { id } = useWaitlist();
  return (
    <ul className="integrations" aria-label="Integrations">
      <Card to={`/waitlists/${id}/integrations/domain`} icon={<Globe size={18} />} title="Custom domain">
        <p>Serves your page on your own domain.</p>
        <State query={useQuery(domainQuery(id))}>
          {({ state, domain }) =>
            state === 'active' && domain !== null
              ? { label: domain, color: ON }
              : state === 'none'
                ? { label: 'Not connected', color: OFF }
                : STATES[state]
          }
        </State>
      </Card>
      <Card to={`/waitlists/${id}/integrations/email`} icon={<Mail size={18} />} title="Emails">
        <p>Sent to people when they join, move up, or are invited.</p>
        <State query={useQuery(templatesQuery)}>
          {({ templates }) => {
            const used = templates.filter(({ waitlistIds }) => waitlistIds.includes(id));
            const [only] = used;
            if (!only) return { label: 'Default emails', color: OFF };
            return { label: used.length === 1 ? only.name : count(used.length, 'template'), color: ON };
          }}
        </State>
      </Card>
      <Card to={`/waitlists/${id}/webhooks`} icon={<Webhook size={18} />} title="Webhooks">
        <p>Tell your own systems when people join, are invited, or accept.</p>
        <State query={useQuery(webhooksQuery(id))}>{describeWebhooks}</State>
      </Card>
      <Card to={`/waitlists/${id}/integrations/bots`} icon={<ShieldCheck size={18} />} title="Bot protection">
        <p>Checks visitors with Cloudflare Turnstile.</p>
        <State query={useQuery(turnstileQuery(id))}>{({ mode }) => MODES[mode]}</State>
      </Card>
      <Card to={`/waitlists/${id}/integrations/database`} icon={<Database size={18} />} title="Database">
        <p>Stores names and emails in your own Postgres or MySQL.</p>
        <State query={useQuery(databaseQuery(id))}>
          {({ dbType }) =>
            dbType === 'internal'
              ? { label: 'Not connected', color: OFF }
              : { label: NAMES[dbType], color: ON }
          }
        </State>
      </Card>
    </ul>
  );
}

function describeWebhooks(webhooks: readonly WebhookData[]): CardState {
  const failing = webhooks.filter(({ failingSince }) => failingSince !== null).length;
  const active = webhooks.filter(({ state }) => state === 'active').length;
  if (failing > 0) return { label: `${count(failing, 'webhook')} failing`, color: 'red' };
  if (active > 0) return { label: count(active, 'webhook'), color: ON };
  return { label: webhooks.length > 0 ? 'Disabled' : 'Not connected', color: OFF };
}

function Card({
  to,
  icon,
  title,
  children,
}: {
  readonly to: string;
  readonly icon: ReactElement;
  readonly title: string;
  readonly children: ReactElement | readonly ReactElement[];
}) {
  return (
    <li className="integration">
      <span className="integration-icon" aria-hidden>
        {icon}
      </span>
      <h2 className="integration-title">
        <Link to={to} className="integration-link">
          {title}
        </Link>
      </h2>
      <ChevronRight size={16} className="integration-go" aria-hidden />
      {children}
    </li>
  );
}

function State<Data>({
  query: { data, isError },
  children,
}: {
  readonly query: UseQueryResult<Data, Error>;
  readonly children: (data: Data) => CardState;
}) {
  if (data === undefined)
    return isError ? <Badge color="red">Can’t load</Badge> : <Skeleton height={20} width={88} radius="xl" />;
  const { label, color } = children(data);
  return <Badge color={color}>{label}</Badge>;
}
