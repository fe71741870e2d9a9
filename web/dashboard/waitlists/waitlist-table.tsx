import { Badge, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { WaitlistSummary } from '../api/queries.ts';
import { formatNumber, shortUrl } from '../components/format.ts';
import { DoorState } from './door-state.tsx';
import { LiveDot } from './live-dot.tsx';
import { PageThumbnail } from './page-thumbnail.tsx';
import { Sparkline } from './sparkline.tsx';

/** Waitlists with how their page looks, and how many join. */
export function WaitlistTable({ waitlists }: { readonly waitlists: readonly WaitlistSummary[] }) {
  return (
    <div className="table-frame">
      <Table className="table waitlists" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Waitlist</Table.Th>
            <Table.Th className="figure wide-only">Last 14 days</Table.Th>
            <Table.Th className="figure">Today</Table.Th>
            <Table.Th className="figure">Signups</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {waitlists.map(waitlist => (
            <WaitlistRow key={waitlist.id} waitlist={waitlist} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** As much of an address as fits on a phone: `/w/tea`, or a custom domain. */
const pathOf = (url: string): string => {
  const { host, pathname } = new URL(url);
  return pathname === '/' ? host : pathname;
};

function WaitlistRow({ waitlist }: { readonly waitlist: WaitlistSummary }) {
  const { id, name, url, licensed, today, total, recent, door, opensAt } = waitlist;
  return (
    <Table.Tr className="row-link">
      <Table.Td className="cell-text">
        <div className="waitlist-cell">
          <PageThumbnail {...waitlist} />
          <div className="grow">
            <Link to="/waitlists/$id" params={{ id }} className="row-title waitlist-name">
              {name}
            </Link>
            <div className="row-sub">
              <span className="address">
                <LiveDot isBusy={today > 0} />
                <span className="row-path wide-only">{shortUrl(url)}</span>
                <span className="row-path narrow-only">{pathOf(url)}</span>
              </span>
              <DoorState door={door} opensAt={opensAt} />
              {licensed && (
                <Badge size="xs" color="yellow">
                  Licensed
                </Badge>
              )}
            </div>
          </div>
        </div>
      </Table.Td>
      <Table.Td className="figure wide-only">
        <Sparkline values={recent} />
      </Table.Td>
      <Table.Td className="figure">
        {today > 0 ? `+${formatNumber(today)}` : <span className="quiet">0</span>}
      </Table.Td>
      <Table.Td className="figure waitlist-total">{formatNumber(total)}</Table.Td>
    </Table.Tr>
  );
}
