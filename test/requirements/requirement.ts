/** The issue that builds a rule: 2 main job, 3 integrations, 4 agents, 5 dashboard, 6 deployment, 18 attacks, 19 what visitors see, 20 from waiting to in, 21 what API users expect, 30 hardening, 33 knowing who is waiting, 34 talking to them, 35 plans and developers. */
export type Issue = 2 | 3 | 4 | 5 | 6 | 18 | 19 | 20 | 21 | 30 | 33 | 34 | 35;

/** One rule of the specification or the contract that a test can verify. */
export interface Requirement<Id extends string = string> {
  /** Stable, kebab-case, `<area>.<rule>`. */
  readonly id: Id;
  /** `decision`: an ADR of ours, for a matter that the documents leave open. */
  readonly source: 'spec' | 'contract' | 'beyond' | 'decision';
  /** The section of that document, with the number of the rule if it has one: `4.3`; or the number of an ADR. */
  readonly section: string;
  /** The rule in one sentence. */
  readonly text: string;
  /** `built`: at least one test cites it. `planned`: not yet built, and no test cites it. */
  readonly status: 'built' | 'planned';
  readonly issue: Issue;
}

/** The place of a block of rules, and whether it is built. */
export type Block = Pick<Requirement, 'source' | 'section' | 'status' | 'issue'>;

/** Creates the requirements of one block from a record of id to text; keeps the ids as literal types. */
export function requirements<const Id extends string>(
  block: Block,
  rules: Readonly<Record<Id, string>>,
): readonly Requirement<Id>[] {
  const ids = Object.keys(rules) as Id[];
  return ids.map(id => ({ ...block, id, text: rules[id] }));
}
