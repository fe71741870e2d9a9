import { useQuery } from '@tanstack/react-query';
import { type Agent, agentsQuery } from '../api/people.ts';
import { CopyIcon } from '../components/copy-button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { formatDay } from '../components/format.ts';
import { Lines, Loaded } from '../components/loaded.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { AccessTable } from './access-table.tsx';

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
  return (
    <AccessTable
      items={agents}
      kind="Agent"
      details={({ redirectHost, createdAt }) => (
        <>
          <span>{redirectHost}</span>
          <span>since {formatDay(createdAt)}</span>
        </>
      )}
      path="/dashboard/agents"
      queryKey={agentsQuery.queryKey}
      question={{
        title: name => `Put “${name}” out?`,
        text: ({ redirectHost }) => (
          <p>
            The tokens that it has for <strong>{redirectHost}</strong> stop working at once. To use your
            account again it has to ask you again.
          </p>
        ),
      }}
      done="The agent is out."
    />
  );
}
