import { Button } from '@mantine/core';
import { Download } from '../design/icons.ts';
import { saveFile } from '../share/qr-image.ts';
import type { Refused } from './match-columns.ts';
import { writeCsv } from './read-csv.ts';

/** Examples that are shown. */
const FEW = 5;

/** Rows that are not added, and why; all of them as a file. */
export function RefusedRows({
  title,
  columns,
  refused,
}: {
  readonly title: string;
  readonly columns: readonly string[];
  readonly refused: readonly Refused[];
}) {
  if (refused.length === 0) return null;
  return (
    <div className="import-refused">
      <p>
        <strong>{title}</strong>
      </p>
      <ul>
        {refused.slice(0, FEW).map(({ row, reason }, index) => (
          // Rows may be the same.
          // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
          <li key={index}>
            <bdi>
              {row
                .filter(cell => cell !== '')
                .slice(0, 2)
                .join(', ') || 'An empty row'}
            </bdi>
            <span className="quiet">{reason}</span>
          </li>
        ))}
      </ul>
      <Button
        size="xs"
        variant="default"
        leftSection={<Download size={14} aria-hidden />}
        onClick={() =>
          saveFile(
            writeCsv({
              columns: [...columns, 'reason'],
              rows: refused.map(({ row, reason }) => [...row, reason]),
            }),
            'not-added.csv',
          )
        }
      >
        Download these rows
      </Button>
    </div>
  );
}
