import { ConnectorError } from '../../core/customer-database/connector.ts';
import type { ColumnRule, ColumnTypes, FoundColumn, FoundTable } from './session.ts';

const refuse = (problem: string): never => {
  throw new ConnectorError('table', `The existing table does not fit: ${problem}`);
};

function columnProblem(found: FoundColumn, rule: ColumnRule): string | null {
  if (!rule.types.includes(found.type)) return `has the wrong type. Make it ${rule.wanted}`;
  if (found.limit !== null && rule.atLeast !== undefined && found.limit < rule.atLeast) {
    return `is too short. Make it ${rule.wanted}`;
  }
  if (rule.charset && found.charset !== null && found.charset !== rule.charset) {
    return `has the wrong character set. Make it ${rule.charset}`;
  }
  if (found.generated) return 'is filled or changed by the server. Make it a plain column';
  if (rule.mayBeNull && !found.nullable) return 'must be nullable';
  return null;
}

/**
 * Checks that a table can store every signup exactly once, and nothing else.
 * @throws {ConnectorError} of kind `table`, naming the problem
 */
export function checkTable(table: FoundTable, rules: ColumnTypes): void {
  if (table.kind !== 'table') refuse('it is not an ordinary table. Rename it, or use another database.');
  const found = new Map(table.columns.map(column => [column.name, column]));
  const names = Object.keys(rules) as (keyof ColumnTypes)[];
  const missing = names.filter(name => !found.has(name));
  if (missing.length > 0) {
    refuse(`these columns are missing: ${missing.join(', ')}. Rename the table and we'll create a new one.`);
  }
  if (found.size > names.length) {
    refuse(`it has columns other than ${names.join(', ')}. Rename the table, or remove them.`);
  }
  for (const name of names) {
    const column = found.get(name);
    const problem = column && columnProblem(column, rules[name]);
    if (problem) refuse(`its column ${name} ${problem}.`);
  }
  const isOnId = (columns: readonly string[]) => columns.length === 1 && columns[0] === 'id';
  if (!table.uniqueIndexes.some(index => index.plain && isOnId(index.columns))) {
    refuse('its column id is neither the primary key nor unique. Make it the primary key.');
  }
  if (table.uniqueIndexes.some(index => !isOnId(index.columns))) {
    refuse('it has a unique index on columns other than id, which could reject signups. Remove it.');
  }
  if (table.obstacle) refuse(table.obstacle);
}
