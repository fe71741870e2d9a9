import { Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { templatesQuery } from '../api/queries.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { count, formatDay } from '../components/format.ts';
import { Loaded } from '../components/loaded.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { ListSkeleton } from '../components/skeletons.tsx';
import { Plus } from '../design/icons.ts';
import { HeldNotice } from './held-notice.tsx';
import { KINDS, languageName } from './kinds.ts';

export function TemplatesScreen() {
  const query = useQuery(templatesQuery);
  const create = (
    <Button component={Link} to="/templates/new" leftSection={<Plus size={16} />}>
      New template
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Email templates"
        lead="The emails that people on your waitlists get, in your own words."
      >
        {query.data && query.data.templates.length > 0 && create}
      </PageHeader>
      <Loaded query={query} skeleton={<ListSkeleton />}>
        {({ templates, sentFrom }) =>
          templates.length === 0 ? (
            <EmptyState title="No templates yet" action={create}>
              People get our default emails: when they join, move up, or are invited. Create a template to
              write your own.
            </EmptyState>
          ) : (
            <>
              <HeldNotice sentFrom={sentFrom} />
              <Section flush>
                <div className="table-frame">
                  <Table className="table" highlightOnHover>
                    <Table.Thead>
                      <Table.Tr>
                        <Table.Th>Template</Table.Th>
                        <Table.Th>Email</Table.Th>
                        <Table.Th>Used by</Table.Th>
                        <Table.Th className="wide-only">Created</Table.Th>
                      </Table.Tr>
                    </Table.Thead>
                    <Table.Tbody>
                      {templates.map(({ id, name, kind, language, subject, waitlistIds, createdAt }) => (
                        <Table.Tr key={id} className="row-link">
                          <Table.Td className="cell-text">
                            <Link to="/templates/$id" params={{ id }} className="row-title">
                              {name}
                            </Link>
                            <div className="row-sub">{subject}</div>
                          </Table.Td>
                          <Table.Td>
                            <div>{KINDS[kind].label}</div>
                            {language !== null && <div className="row-sub">{languageName(language)}</div>}
                          </Table.Td>
                          <Table.Td className="quiet moment">
                            {waitlistIds.length === 0 ? 'Not used' : count(waitlistIds.length, 'waitlist')}
                          </Table.Td>
                          <Table.Td className="wide-only quiet day">{formatDay(createdAt)}</Table.Td>
                        </Table.Tr>
                      ))}
                    </Table.Tbody>
                  </Table>
                </div>
              </Section>
            </>
          )
        }
      </Loaded>
    </>
  );
}
