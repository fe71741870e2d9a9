import Papa from 'papaparse';

/** A table read from a file. */
export interface Table {
  readonly columns: readonly string[];
  /** As many cells as columns each. */
  readonly rows: readonly (readonly string[])[];
}

/** The text of a file as spreadsheets write it: UTF-8, UTF-16 with its mark, or else the Windows encoding of the West. */
function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * Reads a file of comma-separated values, or separated by semicolons or tabs. A file without a heading, such as a plain list of
 * emails, gets columns named by number.
 * @throws {Error} with a sentence for the reader if there is nothing in it
 */
export async function readCsv(file: Blob): Promise<Table> {
  const { data } = Papa.parse<string[]>(decode(await file.arrayBuffer()).trim(), {
    skipEmptyLines: 'greedy',
  });
  const width = Math.max(...data.map(row => row.length), 0);
  const cells = data.map(row => Array.from({ length: width }, (_, index) => row[index]?.trim() ?? ''));
  const [heading, ...rest] = cells;
  if (!heading)
    throw new Error('There is nothing in this file. Choose a CSV file with a person in each row.');
  const hasHeading = !heading.some(cell => cell.includes('@'));
  return {
    columns: hasHeading
      ? heading.map((name, index) => name || `Column ${index + 1}`)
      : heading.map((_, index) => `Column ${index + 1}`),
    rows: hasHeading ? rest : cells,
  };
}

/** A file of comma-separated values. A cell that a spreadsheet would compute is text. */
export const writeCsv = ({ columns, rows }: Table): Blob =>
  new Blob(['\uFEFF', Papa.unparse([[...columns], ...rows.map(row => [...row])], { escapeFormulae: true })], {
    type: 'text/csv',
  });
