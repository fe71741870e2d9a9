import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the examples leave to their reader. */
const LEFT_OUT = `
declare const process: { readonly env: Readonly<Record<string, string>> };
declare const anteroom: import('@anteroom/client').Anteroom;
declare const bytes: ArrayBuffer;
declare const body: string;
declare const code: string;
declare const request: Request;
declare function askForAnother(): void;
declare function track(event: string, value: unknown): void;
`;

const isTop = (line: string): boolean => /^(import |'use client')/.test(line);

/** An example as a module. Its statements are those of a function. */
function toModule(example: string): string {
  if (example.includes('export ')) return example;
  const lines = example.split('\n');
  const statements = lines.filter(line => !isTop(line)).join('\n');
  return `${lines.filter(isTop).join('\n')}\nexport async function example() {\n${statements}\n}\n`;
}

/** Writes the examples of the READMEs into a folder. @returns the names of the files */
export async function writeReadmePrograms(folder: string): Promise<string[]> {
  const names = ['left-out.d.ts'];
  await writeFile(join(folder, 'left-out.d.ts'), LEFT_OUT);
  for (const name of ['client', 'react']) {
    const text = await readFile(join(folder, 'node_modules/@anteroom', name, 'README.md'), 'utf8');
    for (const [index, [, example = '']] of [...text.matchAll(/^```jsx?\n(.*?)^```$/gms)].entries()) {
      names.push(`${name}-${index}.jsx`);
      await writeFile(join(folder, `${name}-${index}.jsx`), toModule(example));
    }
  }
  return names;
}
