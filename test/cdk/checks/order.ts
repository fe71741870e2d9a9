import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Assembly, Data, Synthesized } from '../assembly.ts';

interface Read {
  readonly by: string;
  readonly stack: string;
  readonly output: string;
}

const readJson = (folder: string, name: string): Data => JSON.parse(readFileSync(join(folder, name), 'utf8'));

/** Everything that stacks read of each other: outputs, at the moment in which they are deployed. */
function readsOf({ folder }: Assembly): Read[] {
  const templates = readdirSync(folder).filter(name => name.endsWith('.template.json'));
  return templates.flatMap(name => {
    const by = name.replace('.template.json', '');
    const found: Read[] = [];
    JSON.stringify(readJson(folder, name), (_key, value) => {
      const read = value?.['Fn::GetStackOutput'];
      if (read) found.push({ by, stack: read.StackName, output: read.OutputName });
      return value;
    });
    return found;
  });
}

/** Every stack that is deployed before one, as `cdk deploy --all` has it. */
function deployedBefore({ folder }: Assembly, stack: string): Set<string> {
  const { artifacts } = readJson(folder, 'manifest.json');
  const found = new Set<string>();
  const visit = (name: string): void => {
    for (const each of (artifacts[name]?.dependencies ?? []) as string[]) {
      if (found.has(each)) continue;
      found.add(each);
      visit(each);
    }
  };
  visit(stack);
  return found;
}

/** In which order stacks are deployed, in an account that has none of them. */
export function checkOrder(synthesized: Synthesized): void {
  describe('the order of deployment', () => {
    const all = () => {
      const { development, production, elsewhere, nameless } = synthesized;
      return [development, production, elsewhere, nameless];
    };

    it('has each stack find what it reads of others', () => {
      for (const each of all()) {
        const reads = readsOf(each);
        expect(reads.length).toBeGreaterThan(10);
        for (const { by, stack, output } of reads) {
          expect([by, [...deployedBefore(each, by)]]).toEqual([by, expect.arrayContaining([stack])]);
          const { Outputs } = readJson(each.folder, `${stack}.template.json`);
          expect(Outputs[output]).toHaveProperty('Value');
        }
      }
    });

    it('puts static files before the functions whose pages name them, and both before the alarms', () => {
      for (const each of synthesized.both()) {
        const suffix = each === synthesized.production ? 'Production' : 'Development';
        expect(deployedBefore(each, `AnteroomApi${suffix}`)).toContain(`AnteroomEdge${suffix}`);
        expect(deployedBefore(each, `AnteroomObservability${suffix}`)).toContain(`AnteroomApi${suffix}`);
      }
    });
  });
}
