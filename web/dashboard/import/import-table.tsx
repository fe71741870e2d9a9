import { Button, Checkbox, Radio, Select, Table } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Waitlist } from '../api/queries.ts';
import { count, formatNumber } from '../components/format.ts';
import { Section } from '../components/section.tsx';
import { guessTargets, type Refused, TARGETS, type Target, toPeople } from './match-columns.ts';
import type { Table as CsvTable } from './read-csv.ts';
import { RefusedRows } from './refused-rows.tsx';
import { Running } from './running.tsx';
import { type Choices, useImport } from './use-import.ts';

/** Rows that show what a column holds. */
const SAMPLES = 3;

interface ImportTableProps {
  readonly waitlist: Waitlist;
  readonly table: CsvTable;
  readonly onBack: () => void;
}

/** Matches the columns of a file, says what is wrong with its rows, and adds the people. */
export function ImportTable({ waitlist, table, onBack }: ImportTableProps) {
  const { id, questions } = waitlist;
  const [targets, setTargets] = useState(() => guessTargets(table, questions));
  const { ready, refused } = useMemo(() => toPeople(table, targets, questions), [table, targets, questions]);
  const adding = useImport(id, ready);
  if (adding.progress)
    return (
      <Running
        waitlistId={id}
        columns={table.columns}
        total={ready.length}
        unsent={refused}
        adding={{ ...adding, progress: adding.progress }}
      />
    );
  return (
    <>
      <Section
        title="Match the columns"
        lead={`${count(table.rows.length, 'row')} in this file. Columns that you leave out are not stored.`}
        flush
      >
        <div className="table-frame">
          <Table className="table">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Column</Table.Th>
                <Table.Th>Examples</Table.Th>
                <Table.Th>What it is</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {table.columns.map((column, index) => (
                // Two columns may have one name.
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
                <Table.Tr key={index}>
                  <Table.Td>
                    <bdi>{column}</bdi>
                  </Table.Td>
                  <Table.Td className="import-samples quiet">{samplesOf(table, index)}</Table.Td>
                  <Table.Td>
                    <Select
                      size="xs"
                      aria-label={`What is “${column}”?`}
                      placeholder="Leave out"
                      clearable
                      data={[
                        ...TARGETS,
                        ...questions.map(({ key, label }) => ({ value: `answers.${key}`, label })),
                      ]}
                      value={targets[index] ?? null}
                      onChange={target => setTargets(last => choose(last, index, target))}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      </Section>
      <Begin
        waitlist={waitlist}
        people={ready.length}
        columns={table.columns}
        refused={refused}
        onBack={onBack}
        onStart={adding.start}
      />
    </>
  );
}

const samplesOf = ({ rows }: CsvTable, index: number): string =>
  rows
    .map(row => row[index] ?? '')
    .filter(cell => cell !== '')
    .slice(0, SAMPLES)
    .join(' · ');

/** Takes the target away from the column that had it before. */
const choose = (targets: readonly Target[], chosen: number, target: Target): readonly Target[] =>
  targets.map((last, index) => (index === chosen ? target : last === target ? null : last));

interface BeginProps {
  readonly waitlist: Waitlist;
  readonly people: number;
  readonly columns: readonly string[];
  readonly refused: readonly Refused[];
  readonly onBack: () => void;
  readonly onStart: (choices: Choices) => void;
}

/** How they are added, and the button that adds them. */
function Begin({ waitlist, people, columns, refused, onBack, onStart }: BeginProps) {
  const [confirmation, setConfirmation] = useState<string>(waitlist.confirmation);
  const [notify, setNotify] = useState(false);
  const asks = confirmation === 'required';
  return (
    <Section title="Add them">
      <RefusedRows
        columns={columns}
        refused={refused}
        title={`${count(refused.length, 'row')} can’t be added`}
      />
      <Radio.Group value={confirmation} onChange={setConfirmation} label="How do they join?">
        <Radio
          value="none"
          mt={10}
          label="At once"
          description="They agreed to hear from you when they signed up elsewhere."
        />
        <Radio
          value="required"
          mt={10}
          label="Once they confirm"
          description="Each gets an email with a link, and joins by opening it."
        />
      </Radio.Group>
      {!asks && (
        <Checkbox
          mt={18}
          checked={notify}
          onChange={({ currentTarget }) => setNotify(currentTarget.checked)}
          label="Email each of them their place"
        />
      )}
      <div className="import-actions">
        <Button
          disabled={people === 0}
          onClick={() => onStart({ confirmation: asks ? 'required' : 'none', notify: notify && !asks })}
        >
          {people === 1 ? 'Add 1 person' : `Add ${formatNumber(people)} people`}
        </Button>
        <Button variant="default" onClick={onBack}>
          Choose another file
        </Button>
      </div>
    </Section>
  );
}
