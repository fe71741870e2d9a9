import * as z from 'zod';

/** Environment variables. Only a bundle's entry point reads the real ones. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Something a function can be granted, with its settings. A function lists its needs; the stack grants exactly those
 * (`lib/grants.ts`), and the local run sets exactly their variables.
 */
export interface Need<Name extends string = string, Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: Name;
  readonly settings: Shape;
}

/** The settings of one need. */
export type Settings<Each extends Need> =
  Each extends Need<string, infer Shape> ? z.output<z.ZodObject<Shape>> : never;

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** The settings of several needs together. */
export type SettingsOf<Needs extends readonly Need[]> = Intersection<Settings<Needs[number]>>;

/** The zod shape of several needs together. */
export const shapeOf = (needs: readonly Need[]): z.ZodRawShape =>
  Object.assign({}, ...needs.map(({ settings }) => settings));

/**
 * Reads the settings of a shape, once per process.
 * @throws {Error} that names every variable that is missing or wrong, never its value
 */
export function parseSettings<Shape extends z.ZodRawShape>(
  shape: Shape,
  environment: Environment,
): z.output<z.ZodObject<Shape>> {
  // An empty variable counts as unset, because deployment tools cannot express the difference.
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = z.object(shape).safeParse(present);
  if (result.success) return result.data;
  const problems = result.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Invalid settings:\n  ${problems.join('\n  ')}`);
}

/**
 * Reads the settings of a function's needs, once per process.
 * @throws {Error} that names every variable that is missing or wrong, never its value
 */
export const readSettings = <const Needs extends readonly Need[]>(
  needs: Needs,
  environment: Environment,
): SettingsOf<Needs> => parseSettings(shapeOf(needs), environment) as SettingsOf<Needs>;
