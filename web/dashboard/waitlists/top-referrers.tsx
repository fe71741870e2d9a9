import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Overview, Waitlist } from '../api/queries.ts';
import { formatNumber } from '../components/format.ts';
import { Section } from '../components/section.tsx';

const WHO = 'People who referred the most friends.';

/** Who referred most, and whether that moves them up the line. */
export function TopReferrers({
  waitlist: { id, licensed, referralEnabled },
  referrers,
}: {
  readonly waitlist: Waitlist;
  readonly referrers: Overview['topReferrers'];
}) {
  const more = licensed
    ? 'Turn on referrals in Settings to move them up the line.'
    : 'With a license, referrals move them up the line.';
  return (
    <Section title="Top referrers" lead={referralEnabled ? WHO : `${WHO} ${more}`} flush>
      <Referrers id={id} referrers={referrers} />
    </Section>
  );
}

function Referrers({ id, referrers }: { readonly id: string; readonly referrers: Overview['topReferrers'] }) {
  if (referrers.length === 0)
    return <p className="section-body quiet">No referrals yet. Everyone who joins gets a link to share.</p>;
  return (
    <div className="table-frame">
      <Table className="table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Person</Table.Th>
            <Table.Th className="figure">Referrals</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {referrers.map(({ entryId, email, referralCode, referrals }) => (
            <Table.Tr key={entryId}>
              <Table.Td className="cell-text">
                {email === null ? (
                  <span className="quiet">{`Stored in your database (${referralCode})`}</span>
                ) : (
                  <Link
                    to="/waitlists/$id/signups"
                    params={{ id }}
                    search={{ q: email }}
                    className="row-title"
                  >
                    {email}
                  </Link>
                )}
              </Table.Td>
              <Table.Td className="figure">{formatNumber(referrals)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
