import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';

/** The folders of `core/` that each of them imports from. */
export type FolderImports = ReadonlyMap<string, ReadonlySet<string>>;

/** @param path - below `core/`, like `email/email.ts` */
const folderOf = (path: string): string => posix.dirname(path).split('/')[0] ?? '';

/** Reads what the folders of `core/` import from each other, types included; files beside the folders do not count. */
export function readImports(core: string): FolderImports {
  const imports = new Map<string, Set<string>>();
  for (const file of readdirSync(core, { encoding: 'utf8', recursive: true })) {
    const folder = folderOf(file);
    if (folder === '.' || !file.endsWith('.ts')) continue;
    const others = imports.get(folder) ?? new Set();
    imports.set(folder, others);
    for (const { fileName } of ts.preProcessFile(readFileSync(posix.join(core, file), 'utf8'))
      .importedFiles) {
      const target = posix.join(posix.dirname(file), fileName);
      if (fileName.startsWith('.') && !target.startsWith('..') && folderOf(target) !== folder)
        others.add(folderOf(target));
    }
  }
  return imports;
}

/**
 * Puts each folder on the lowest floor above everything it imports.
 * @returns the folders of each floor in alphabetical order, the ground floor first
 * @throws {Error} naming the folders that import each other in a circle
 */
export function stackFloors(imports: FolderImports): readonly (readonly string[])[] {
  const floors: string[][] = [];
  const built = new Set<string>();
  while (built.size < imports.size) {
    const floor = [...imports.keys()].filter(
      folder => !built.has(folder) && [...(imports.get(folder) ?? [])].every(below => built.has(below)),
    );
    if (floor.length === 0) {
      const rest = [...imports.keys()].filter(folder => !built.has(folder));
      throw new Error(
        `Folders of core/ import each other in a circle, among them: ${rest.toSorted().join(', ')}`,
      );
    }
    floors.push(floor.toSorted());
    for (const folder of floor) built.add(folder);
  }
  return floors;
}

/** Updates the floors in a page of documentation: the text block after the sentence that ends in "from the imports:". */
export const updateFloors = (page: string, floors: readonly (readonly string[])[]): string =>
  page.replace(/(from the imports:\n\n```text\n)[^`]*(```)/, (_block, head: string, end: string) => {
    const lines = floors.map((folders, n) => `${String(n).padStart(2)}  ${folders.join('  ')}\n`);
    return `${head}${lines.toReversed().join('')}${end}`;
  });
