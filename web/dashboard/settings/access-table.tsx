import { Badge, Button, Table } from '@mantine/core';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useState } from 'react';
import { ALL_SCOPES } from '../../../core/kernel/scopes.ts';
import { call } from '../api/client.ts';
import { Confirm } from '../components/confirm.tsx';
import { formatAgo } from '../components/format.ts';
import { notify } from '../components/notify.ts';
import { Section } from '../components/section.tsx';

/** An API key or a connected agent. */
export interface Access {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly lastUsedAt: string | null;
}

interface AccessTableProps<Item extends Access> {
  readonly items: readonly Item[];
  /** Heading of the first column. */
  readonly kind: string;
  /** Shown below the name. */
  readonly details: (item: Item) => ReactElement;
  /** The operation that revokes one. */
  readonly operation: 'revoke_key' | 'revoke_agent';
  readonly queryKey: QueryKey;
  /** Asked before revoking. */
  readonly question: { readonly title: (name: string) => string; readonly text: (item: Item) => ReactNode };
  /** Notification after revoking. */
  readonly done: string;
}

/** Keys or agents with their permissions and last use; each can be revoked. */
export function AccessTable<Item extends Access>({
  items,
  kind,
  details,
  ...revoking
}: AccessTableProps<Item>) {
  const [revoked, setRevoked] = useState<Item | null>(null);
  return (
    <Section flush>
      <div className="table-frame">
        <Table className="table">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{kind}</Table.Th>
              <Table.Th className="wide-only">Permissions</Table.Th>
              <Table.Th className="wide-only">Last used</Table.Th>
              <Table.Th className="tools">
                <span className="unseen">Revoke</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map(item => (
              <Table.Tr key={item.id}>
                <Table.Td className="cell-text">
                  <div className="row-title">{item.name}</div>
                  <div className="row-sub">
                    {details(item)}
                    <span className="narrow-only">{lastUse(item)}</span>
                  </div>
                  <div className="narrow-only">
                    <Scopes scopes={item.scopes} />
                  </div>
                </Table.Td>
                <Table.Td className="scopes wide-only">
                  <Scopes scopes={item.scopes} />
                </Table.Td>
                <Table.Td className="quiet moment wide-only">
                  {item.lastUsedAt ? formatAgo(item.lastUsedAt) : 'never'}
                </Table.Td>
                <Table.Td className="tools">
                  <Button
                    size="xs"
                    variant="subtle"
                    color="red"
                    aria-label={`Revoke ${item.name}`}
                    onClick={() => setRevoked(item)}
                  >
                    Revoke
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Revoke item={revoked} onClose={() => setRevoked(null)} {...revoking} />
    </Section>
  );
}

const lastUse = ({ lastUsedAt }: Access): string =>
  lastUsedAt ? `last used ${formatAgo(lastUsedAt)}` : 'never used';

function Scopes({ scopes }: { readonly scopes: readonly string[] }) {
  if (scopes.length === ALL_SCOPES.length) return <Badge color="yellow">All permissions</Badge>;
  return (
    <div className="chips">
      {scopes.map(scope => (
        <Badge key={scope} color="gray">
          {scope}
        </Badge>
      ))}
    </div>
  );
}

function Revoke<Item extends Access>({
  item,
  onClose,
  operation,
  queryKey,
  question,
  done,
}: {
  readonly item: Item | null;
  readonly onClose: () => void;
} & Pick<AccessTableProps<Item>, 'operation' | 'queryKey' | 'question' | 'done'>) {
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: ({ id }: Item) => call(operation, { id }),
    onSuccess() {
      notify(done);
      void queries.invalidateQueries({ queryKey });
      onClose();
    },
  });
  return (
    <Confirm
      opened={item !== null}
      onClose={onClose}
      title={question.title(item?.name ?? '')}
      action="Revoke"
      mutation={revoke}
      onConfirm={() => item && revoke.mutate(item)}
    >
      {item && question.text(item)}
    </Confirm>
  );
}
