import { Button, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../components/empty-state.tsx';
import { GuideLink } from '../components/guide-link.tsx';
import { Loaded } from '../components/loaded.tsx';
import { Section } from '../components/section.tsx';
import { ListSkeleton } from '../components/skeletons.tsx';
import { Plus, Send } from '../design/icons.ts';
import { BackToIntegrations } from '../integrations/back.tsx';
import { useWaitlist } from '../waitlists/waitlist-layout.tsx';
import { AddWebhook } from './add-webhook.tsx';
import { describeEvents } from './events.ts';
import { FORMATS } from './formats.ts';
import { type Webhook, webhooksQuery } from './queries.ts';
import { SendToChat } from './send-to-chat.tsx';
import { WebhookState } from './webhook-state.tsx';

/** The webhooks of a waitlist. */
export function WebhooksScreen() {
  const { id } = useWaitlist();
  const query = useQuery(webhooksQuery(id));
  const [isAdding, adding] = useDisclosure();
  const [isChatting, chatting] = useDisclosure();
  const add = (
    <div className="webhook-actions">
      <Button variant="default" leftSection={<Send size={16} />} onClick={chatting.open}>
        Send to Slack or Discord
      </Button>
      <Button leftSection={<Plus size={16} />} onClick={adding.open}>
        Add webhook
      </Button>
    </div>
  );
  return (
    <>
      <BackToIntegrations id={id} />
      <Loaded query={query} skeleton={<ListSkeleton />}>
        {webhooks =>
          webhooks.length === 0 ? (
            <EmptyState title="No webhooks yet" action={add}>
              A webhook tells your own systems when someone joins, is invited, or accepts. Use one to fill
              your CRM, or start an onboarding email. Or hear about it in Slack or Discord.
            </EmptyState>
          ) : (
            <Section
              title="Webhooks"
              lead={
                <span>
                  Tell your own systems what happens on this waitlist.{' '}
                  <GuideLink to="webhooks">How webhooks work</GuideLink>
                </span>
              }
              actions={add}
              flush
            >
              <WebhookTable waitlistId={id} webhooks={webhooks} />
            </Section>
          )
        }
      </Loaded>
      <AddWebhook waitlistId={id} opened={isAdding} onClose={adding.close} />
      <SendToChat waitlistId={id} opened={isChatting} onClose={chatting.close} />
    </>
  );
}

function WebhookTable({
  waitlistId,
  webhooks,
}: {
  readonly waitlistId: string;
  readonly webhooks: readonly Webhook[];
}) {
  return (
    <div className="table-frame">
      <Table className="table" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>URL</Table.Th>
            <Table.Th className="wide-only">Events</Table.Th>
            <Table.Th>State</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {webhooks.map(webhook => (
            <Table.Tr key={webhook.id} className="row-link">
              <Table.Td className="cell-text">
                <Link
                  to="/waitlists/$id/webhooks/$webhookId"
                  params={{ id: waitlistId, webhookId: webhook.id }}
                  className="row-title"
                >
                  {webhook.url}
                </Link>
                <div className="row-sub">
                  {webhook.format !== 'standard' && <span>{FORMATS[webhook.format]}</span>}
                  <span className="narrow-only">{describeEvents(webhook.events)}</span>
                </div>
              </Table.Td>
              <Table.Td className="wide-only">{describeEvents(webhook.events)}</Table.Td>
              <Table.Td className="state">
                <WebhookState webhook={webhook} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
