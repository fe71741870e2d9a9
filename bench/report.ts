import type { Finding, Target } from './finding.ts';
import type { Machine } from './machine.ts';

const SIGNIFICANT = 3;

function figure(value: number): string {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(SIGNIFICANT)));
}

const ratioText = (value: number): string => value.toFixed(2);

const targetText = (target: Target): string =>
  'atLeast' in target ? `>= ${target.atLeast}` : `<= ${target.atMost.toLocaleString('en')}`;

/** Adds the unit when the bound is not for the ratio shown. */
const boundText = ({ target, judged, ratio, unit }: Finding): string => {
  if (!target) return '';
  return judged === 'ours' && ratio !== null ? `${targetText(target)} ${unit}` : targetText(target);
};

const verdict = (pass: boolean | null): string => {
  if (pass === null) return '';
  return pass ? 'pass' : 'MISS';
};

function cells(finding: Finding): string[] {
  const { row, name, unit, ours, reference, ratio, range, judged, pass } = finding;
  const rangeText = (judged === 'ours' ? figure : ratioText)(range[0]);
  const rangeEnd = (judged === 'ours' ? figure : ratioText)(range[1]);
  return [
    row,
    name,
    unit,
    reference === null ? '' : figure(reference),
    figure(ours),
    ratio === null ? '' : ratioText(ratio),
    range[0] === range[1] ? '' : `${rangeText} to ${rangeEnd}`,
    boundText(finding),
    verdict(pass),
  ];
}

const HEADINGS = ['row', 'what', 'unit', 'reference', 'ours', 'ratio', 'range', 'target', ''];
/** Columns of text are aligned left, figures right. */
const LEFT = new Set([0, 1, 2, 8]);

/** A Markdown table that is also readable as text. */
export function table(findings: readonly Finding[]): string {
  const lines = [HEADINGS, ...findings.map(cells)];
  const widths = HEADINGS.map((_, column) => Math.max(3, ...lines.map(line => line[column]?.length ?? 0)));
  const text = lines.map(line => {
    const padded = line.map((cell, column) => {
      const width = widths[column] ?? 0;
      return LEFT.has(column) ? cell.padEnd(width) : cell.padStart(width);
    });
    return `| ${padded.join(' | ')} |`;
  });
  const rule = `| ${widths.map((width, column) => (LEFT.has(column) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [text[0], rule, ...text.slice(1)].join('\n');
}

/** Details the table has no column for, each once. */
export function notes(findings: readonly Finding[]): string {
  const tools = findings.flatMap(({ row, tool }) => (tool === undefined ? [] : [`${row}: load by ${tool}`]));
  const noted = findings.flatMap(({ row, name, note }) =>
    note === undefined ? [] : [`${row}, ${name}: ${note}`],
  );
  return [...new Set([...tools, ...noted])].join('\n');
}

export const machineText = ({ cpus, cpu, memoryGb, node, postgres, load }: Machine): string =>
  `${cpus} x ${cpu}, ${memoryGb} GB, Node ${node}${postgres ? `, Postgres ${postgres}` : ''}, load average at the start ${load.toFixed(1)}`;

/** Rows during which other machines used the host, which may explain figures far from an earlier run. */
export function stolenText(stolen: Readonly<Record<string, number>>): string {
  const shares = Object.entries(stolen).map(([row, share]) => `${row} ${(share * 100).toFixed(0)}%`);
  return shares.length === 0 ? '' : `processor time used by other machines on the host: ${shares.join(', ')}`;
}
