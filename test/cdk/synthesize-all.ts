import { readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import { describeStacks } from '../../lib/describe-stacks.ts';
import { readBuilt } from './built.ts';

/** What to synthesize: a folder, and the app's context as the command line passes it. */
export interface Synthesis {
  readonly folder: string;
  readonly context: Readonly<Record<string, unknown>>;
}

/** What this process reads from stdin. */
export interface SynthesisOrder {
  readonly builtFile: string;
  readonly syntheses: readonly Synthesis[];
}

// Like bin/anteroom.ts, which rebuilds every time.
const order = JSON.parse(readFileSync(0, 'utf8')) as SynthesisOrder;
const built = await readBuilt(order.builtFile);
for (const { folder, context } of order.syntheses) {
  const app = new App({ outdir: folder, context });
  describeStacks(app, { ...built, commit: 'c0ffee', deployment: '1764097200000' });
  app.synth();
}
