import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { builtFile } from './built.ts';
import type { Synthesis, SynthesisOrder } from './synthesize-all.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Part of a template: data of hundreds of shapes, so a test that names the wrong member gets undefined. */
// biome-ignore lint/suspicious/noExplicitAny: CloudFormation's types do not match the data.
export type Data = any;

/** A template value: text, or an intrinsic function. */
export type Value = string | number | boolean | { readonly [name: string]: unknown } | readonly Value[];

export interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, Data>;
  readonly DependsOn?: readonly string[];
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

/** `AnteroomDataProduction` → `Data`. */
export const shortName = (stack: string): string =>
  stack.replace(/^Anteroom|(Development|Production)(?=Functions$|$)/g, '');

/** The output of `cdk synth`, read back. */
export interface Assembly {
  readonly folder: string;
  /** By stack (`Data`, `Api`, …) and logical id. */
  readonly stacks: Readonly<Record<string, Readonly<Record<string, Resource>>>>;
  /** Every construct's warnings and errors, across all stacks. */
  readonly messages: readonly string[];
  remove(): Promise<void>;
}

/** The assemblies that the checks read. */
export interface Synthesized {
  readonly development: Assembly;
  readonly production: Assembly;
  /** Production in a region that is not CloudFront's own. */
  readonly elsewhere: Assembly;
  /** Production without a custom domain, on a restored database. */
  readonly nameless: Assembly;
  /** The two stages; whatever holds for the service must hold for both. */
  readonly both: () => readonly Assembly[];
}

export interface FoundResource extends Resource {
  readonly stack: string;
  readonly id: string;
}

/**
 * Synthesizes the CDK app once for each of the settings, in a separate process without credentials or a proxy.
 * @throws {Error} if one fails, including on any unacknowledged cdk-nag finding.
 */
export async function synthesize(
  ...settings: readonly Readonly<Record<string, unknown>>[]
): Promise<Assembly[]> {
  const { context } = JSON.parse(await readFile(join(ROOT, 'cdk.json'), 'utf8')) as {
    context: Record<string, unknown>;
  };
  const syntheses: Synthesis[] = await Promise.all(
    settings.map(async each => ({
      folder: await mkdtemp(join(tmpdir(), 'anteroom-cdk-')),
      context: { ...context, ...each },
    })),
  );
  const script = join(import.meta.dirname, 'synthesize-all.ts');
  const running = promisify(execFile)(process.execPath, [script], {
    cwd: ROOT,
    // Its rules only warn, and take half the time. `npm run synth` checks them, strictly.
    env: { CDK_VALIDATION: 'false' },
    maxBuffer: 16 * 1024 * 1024,
  });
  running.child.stdin?.end(JSON.stringify({ builtFile: builtFile(), syntheses } satisfies SynthesisOrder));
  await running;
  return Promise.all(syntheses.map(({ folder }) => readAssembly(folder)));
}

async function readAssembly(folder: string): Promise<Assembly> {
  const files = (await readdir(folder)).filter(name => name.endsWith('.template.json'));
  const stacks = await Promise.all(
    files.map(async name => {
      const template = JSON.parse(await readFile(join(folder, name), 'utf8')) as {
        Resources: Record<string, Resource>;
      };
      return [shortName(name.replace('.template.json', '')), template.Resources] as const;
    }),
  );
  return {
    folder,
    stacks: Object.fromEntries(stacks),
    messages: await readMessages(folder),
    remove: () => rm(folder, { recursive: true }),
  };
}

interface Metadata {
  readonly type: string;
  readonly data: unknown;
}

async function readMessages(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter(name => name.endsWith('.metadata.json'));
  const entries = await Promise.all(
    files.map(async name =>
      Object.values(JSON.parse(await readFile(join(folder, name), 'utf8')) as Record<string, Metadata[]>),
    ),
  );
  return entries
    .flat(2)
    .filter(({ type }) => type === 'aws:cdk:warning' || type === 'aws:cdk:error')
    .map(({ type, data }) => `${type}: ${String(data)}`);
}

const files = new Map<string, Data>();

/** A JSON file of an assembly. It is parsed once: templates have megabytes, and many checks read them. */
export function readJson({ folder }: Pick<Assembly, 'folder'>, name: string): Data {
  const path = join(folder, name);
  const content = files.get(path) ?? JSON.parse(readFileSync(path, 'utf8'));
  files.set(path, content);
  return content;
}

/** Every resource of a type, in all stacks. */
export const resources = ({ stacks }: Assembly, type: string): FoundResource[] =>
  Object.entries(stacks).flatMap(([stack, members]) =>
    Object.entries(members)
      .filter(([, { Type }]) => Type === type)
      .map(([id, resource]) => ({ ...resource, stack, id })),
  );

/** Our own functions; CDK's providers, which run at deployment only, are not among them. */
export const ownFunctions = (assembly: Assembly): FoundResource[] =>
  resources(assembly, 'AWS::Lambda::Function').filter(
    ({ stack, Properties }) => stack === 'Api' && Properties.Architectures,
  );

/** The name of the folder under `lambdas/` of one of our functions. */
export const nameOf = ({ id }: FoundResource): string =>
  id
    .replace(/^(Migrations(?=Migrate)|Connector(?=DatabaseConnector)|Sender(?=WebhookSender))/, '')
    .replace(/Function[0-9A-F]{8}$/, '')
    .replace(/(?<!^)([A-Z])/g, '-$1')
    .toLowerCase();

export interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: string | readonly string[];
  readonly Resource?: Value;
  readonly Principal?: Value;
  readonly Condition?: Record<string, unknown>;
}

/** Every statement that allows a role something. */
export const allowed = (assembly: Assembly): (Statement & { readonly policy: string })[] =>
  [...resources(assembly, 'AWS::IAM::Policy'), ...resources(assembly, 'AWS::IAM::Role')].flatMap(
    ({ id, Properties }) => {
      const documents = [
        Properties.PolicyDocument,
        ...(Properties.Policies ?? []).map((each: Data) => each.PolicyDocument),
      ];
      const statements = documents.filter(Boolean).flatMap(document => document.Statement as Statement[]);
      return statements
        .filter(({ Effect }) => Effect === 'Allow')
        .map(statement => ({ ...statement, policy: id }));
    },
  );

export const list = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value as T];

/** The logical id that `{Ref}` or `{Fn::GetAtt}` names. */
export const target = (value: Data): string | undefined => value?.Ref ?? value?.['Fn::GetAtt']?.[0];
