import { Button, Table } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { type Agent, agentsQuery } from '../api/people.ts';
import { Confirm } from '../components/confirm.tsx';
import { CopyIcon } from '../components/copy-button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { formatAgo, formatDay } from '../components/format.ts';
import { Lines, Loaded } from '../components/loaded.tsx';
import { notify } from '../components/notify.ts';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { Scopes } from './keys-screen.tsx';

const endpoint = `${location.origin}/api/mcp/mcp`;

/** Programs that were let in on the consent page. */
export function AgentsScreen() {
  const query = useQuery(agentsQuery);
  return (
    <>
      <PageHeader
        title="Agents"
        lead="Programs that you let use your account, each with what you left ticked."
      />
      <Section
        title="Let an agent in"
        lead="Give it this address. It asks you to sign in, and what it may do."
      >
        <div className="address-row">
          <code>{endpoint}</code>
          <CopyIcon value={endpoint} label="Copy the address" />
        </div>
      </Section>
      <div className="section-gap">
        <Loaded
          query={query}
          skeleton={
            <Section>
              <Lines />
            </Section>
          }
        >
          {({ agents }) =>
            agents.length === 0 ? (
              <EmptyState title="No agent has been let in">
                An agent can make waitlists, write their pages and read their signups, as far as you let it.
              </EmptyState>
            ) : (
              <AgentTable agents={agents} />
            )
          }
        </Loaded>
      </div>
    </>
  );
}

function AgentTable({ agents }: { readonly agents: readonly Agent[] }) {
  const queries = useQueryClient();
  const [leaving, setLeaving] = useState<Agent | null>(null);
  const revoke = useMutation({
    mutationFn: ({ id }: Agent) => call(`/dashboard/agents/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSuccess() {
      notify('The agent is out.');
      void queries.invalidateQueries({ queryKey: agentsQuery.queryKey });
      setLeaving(null);
    },
  });
  return (
    <Section flush>
      <div className="table-frame">
        <Table className="table">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Agent</Table.Th>
              <Table.Th className="wide-only">May</Table.Th>
              <Table.Th>Last used</Table.Th>
              <Table.Th className="tools">
                <span className="unseen">Revoke</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {agents.map(agent => (
              <Table.Tr key={agent.id}>
                <Table.Td className="cell-text">
                  <div className="row-title">{agent.name}</div>
                  <div className="row-sub">
                    {agent.redirectHost}
                    <span>since {formatDay(agent.createdAt)}</span>
                  </div>
                </Table.Td>
                <Table.Td className="wide-only">
                  <Scopes scopes={agent.scopes} />
                </Table.Td>
                <Table.Td className="quiet">
                  {agent.lastUsedAt ? formatAgo(agent.lastUsedAt) : 'never'}
                </Table.Td>
                <Table.Td className="tools">
                  <Button
                    size="xs"
                    variant="subtle"
                    color="red"
                    aria-label={`Revoke ${agent.name}`}
                    onClick={() => setLeaving(agent)}
                  >
                    Revoke
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Confirm
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        title={`Put “${leaving?.name ?? ''}” out?`}
        action="Revoke"
        isBusy={revoke.isPending}
        error={revoke.error}
        onConfirm={() => leaving && revoke.mutate(leaving)}
      >
        <p>Its tokens stop working at once. To use your account again it has to ask you again.</p>
      </Confirm>
    </Section>
  );
}
