import { useQuery } from '@tanstack/react-query';
import { type Agent, agentsQuery } from '../api/queries.ts';
import { CopyIcon } from '../components/copy-button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { formatDay } from '../components/format.ts';
import { Loaded } from '../components/loaded.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { ListSkeleton } from '../components/skeletons.tsx';
import { AccessTable } from './access-table.tsx';

const endpoint = `${location.origin}/api/mcp/mcp`;

/** Apps that were given access on the consent page. */
export function AgentsScreen() {
  const query = useQuery(agentsQuery);
  return (
    <>
      <PageHeader title="Agents" lead="Apps you’ve given access, and what each can do." />
      <Section
        title="Connect an agent"
        lead="Add this MCP server URL to your agent. It will ask you to sign in and choose its permissions."
      >
        <div className="address-row">
          <code>{endpoint}</code>
          <CopyIcon value={endpoint} label="Copy URL" />
        </div>
      </Section>
      <div className="section-gap">
        <Loaded query={query} skeleton={<ListSkeleton />}>
          {({ agents }) =>
            agents.length === 0 ? (
              <EmptyState title="No agents connected">
                An agent can create waitlists, write their pages, and read signups, within the permissions you
                choose.
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
  return (
    <AccessTable
      items={agents}
      kind="Agent"
      details={({ redirectHost, createdAt }) => (
        <>
          <span>{redirectHost}</span>
          <span>{`connected ${formatDay(createdAt)}`}</span>
        </>
      )}
      operation="revoke_agent"
      queryKey={agentsQuery.queryKey}
      question={{
        title: name => `Revoke access for ${name}?`,
        text: ({ redirectHost }) => (
          <p>
            Its tokens for <strong>{redirectHost}</strong> stop working immediately. It can ask you for access
            again.
          </p>
        ),
      }}
      done="Access revoked."
    />
  );
}
