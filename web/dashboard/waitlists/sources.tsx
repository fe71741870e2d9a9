import { Button, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Overview, Waitlist } from '../api/queries.ts';
import { formatNumber, formatPercent } from '../components/format.ts';
import { Section } from '../components/section.tsx';
import { conversion, formatConversion } from './conversion.ts';
import { nameSource } from './facet-names.ts';

type Counted = Overview['sources'][number];

/** How many sources are shown at first. */
const FEW = 8;

/** The first ones have the most signups. Two that nobody joined from are always among the few. */
function fewOf(sources: readonly Counted[]): readonly Counted[] {
  const inVain = sources.filter(({ signups }) => signups === 0).slice(0, 2);
  return sources.filter((each, nth) => nth < FEW - 2 || inVain.includes(each));
}

/** Where visitors and people came from, as bars and in numbers. */
export function Sources({
  waitlist: { id },
  sources,
}: {
  readonly waitlist: Waitlist;
  readonly sources: readonly Counted[];
}) {
  const [showsAll, setShowsAll] = useState(false);
  if (sources.length === 0) return null;
  const shown = showsAll || sources.length <= FEW ? sources : fewOf(sources);
  const isHidden = shown.length < sources.length;
  const lacksVisits = shown.some(each => conversion(each) === null);
  return (
    <Section
      title="Sources"
      lead={
        <span>
          <span>{'Where visits and signups came from so far. '}</span>
          <Link to="/waitlists/$id/share" params={{ id }}>
            Make tagged links
          </Link>
          <span>{' to tell your posts apart.'}</span>
        </span>
      }
      flush
    >
      <SourceTable id={id} sources={shown} />
      {(isHidden || lacksVisits) && (
        <div className="section-foot">
          {lacksVisits && (
            <span className="quiet">
              A dash: more people joined than visits were counted. People you add make no visit.
            </span>
          )}
          {isHidden && (
            <Button variant="default" size="xs" onClick={() => setShowsAll(true)}>
              {`Show all ${formatNumber(sources.length)} sources`}
            </Button>
          )}
        </div>
      )}
    </Section>
  );
}

const formatAccepted = ({ signups, accepted }: Counted): string =>
  accepted === 0 ? '0' : `${formatNumber(accepted)} (${formatPercent(accepted / signups)})`;

interface SourceTableProps {
  readonly id: string;
  readonly sources: readonly Counted[];
}

/** Leads to the people who came from there. */
function SourceName({ id, source: { source, signups } }: { readonly id: string; readonly source: Counted }) {
  const name = <bdi>{nameSource(source)}</bdi>;
  return signups === 0 ? (
    name
  ) : (
    <Link to="/waitlists/$id/signups" params={{ id }} search={{ source }}>
      {name}
    </Link>
  );
}

function SourceTable({ id, sources }: SourceTableProps) {
  const most = Math.max(...sources.map(({ signups }) => signups), 1);
  return (
    <div className="table-frame">
      <Table className="table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Source</Table.Th>
            <Table.Th className="figure">Visits</Table.Th>
            <Table.Th className="figure">Signups</Table.Th>
            <Table.Th className="figure">Conversion</Table.Th>
            <Table.Th className="figure wide-only">Accepted</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sources.map(each => (
            <Table.Tr key={each.source}>
              <Table.Td className="cell-text">
                <div className="bar-cell">
                  {each.signups > 0 && (
                    <span className="bar-fill" style={{ width: `${(100 * each.signups) / most}%` }} />
                  )}
                  <SourceName id={id} source={each} />
                </div>
              </Table.Td>
              <Table.Td className="figure">{formatNumber(each.visits)}</Table.Td>
              <Table.Td className="figure">{formatNumber(each.signups)}</Table.Td>
              <Table.Td className="figure">{formatConversion(conversion(each))}</Table.Td>
              <Table.Td className="figure quiet wide-only">{formatAccepted(each)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
