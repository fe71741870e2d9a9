import * as z from 'zod';
import type { ErrorDetail } from './errors.ts';

/** Of one request: a body can have any number. */
const REPORTED_MAX = 20;
/** Characters of a name that an error repeats. */
const NAME_MAX = 100;

type Schema = z.core.$ZodType;

/** A schema without what makes it optional, nullable, or transformed. */
export function bareSchema(schema: Schema): Schema {
  if (schema instanceof z.ZodPipe) return bareSchema(schema.in);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return bareSchema(schema.unwrap());
  return schema;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shapeOf = (schema: Schema | undefined): Readonly<Record<string, Schema>> | undefined => {
  const bare = schema && bareSchema(schema);
  return bare instanceof z.ZodObject ? bare.shape : undefined;
};

/** The members of the resource that an operation returns: of the first member of its output, or of the output itself. */
function resourceShape(output: Schema): Readonly<Record<string, Schema>> {
  const bare = bareSchema(output);
  if (bare instanceof z.ZodUnion) return Object.assign({}, ...bare.options.map(resourceShape));
  const shape = shapeOf(bare) ?? {};
  return shapeOf(Object.values(shape)[0]) ?? shape;
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** How many letters differ, missing ones and added ones too. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [above, letter] of [...a].entries()) {
    const next = [above + 1];
    for (let index = 1; index <= b.length; index++) {
      const replaced = (row[index - 1] ?? 0) + (letter === b[index - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The known name that was probably meant: other capitals or hyphens, or a letter or two in three wrong. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const asked = plain(name.slice(0, NAME_MAX));
  const ranked = known
    .map(each => ({ each, wrong: distance(asked, plain(each)) }))
    .sort((a, b) => a.wrong - b.wrong)[0];
  return ranked && ranked.wrong <= Math.min(2, Math.floor(asked.length / 3)) ? ranked.each : undefined;
}

interface Place {
  readonly path: string;
  readonly shape: Readonly<Record<string, Schema>>;
  /** The members of the place around it. */
  readonly outer?: readonly string[];
}

/** A suggestion for an unknown member. */
function advise(name: string, { shape, outer = [] }: Place): string {
  const known = Object.keys(shape);
  const meant = nearest(name, known);
  if (meant !== undefined) return `is unknown: did you mean ${meant}?`;
  const inner = known.find(each => Object.hasOwn(shapeOf(shape[each]) ?? {}, name));
  if (inner !== undefined) return `belongs in ${inner}: send {"${inner}": {"${name}": …}}`;
  if (outer.includes(name)) return 'belongs one level up, beside the object that it is in';
  return known.length === 0 ? 'is unknown: this takes nothing' : `is unknown: this takes ${known.join(', ')}`;
}

/** Called only for what is unknown: building the schema of an output is slow. */
type Shown = () => Readonly<Record<string, Schema>>;

function* unknownAt(
  schema: Schema,
  value: unknown,
  shown: Shown,
  place: Pick<Place, 'path' | 'outer'>,
): Generator<ErrorDetail> {
  const bare = bareSchema(schema);
  const under = (name: string | number) => (place.path === '' ? `${name}` : `${place.path}.${name}`);
  if (bare instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, each] of value.entries())
      yield* unknownAt(bare.element, each, shown, { ...place, path: under(index) });
  }
  if (bare instanceof z.ZodRecord && isObject(value)) {
    for (const [name, each] of Object.entries(value))
      yield* unknownAt(bare.valueType as Schema, each, () => ({}), {
        ...place,
        path: under(name.slice(0, NAME_MAX)),
      });
  }
  const shape = shapeOf(bare);
  if (!shape || !isObject(value)) return;
  for (const [name, each] of Object.entries(value)) {
    const member = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (member) {
      yield* unknownAt(member, each, () => shapeOf(shown()[name]) ?? {}, {
        path: under(name),
        outer: Object.keys(shape),
      });
    } else if (!Object.hasOwn(shown(), name)) {
      const message = advise(name, { ...place, shape });
      yield { path: under(name.slice(0, NAME_MAX)), message };
    }
  }
}

function firstOf(found: Iterable<ErrorDetail>): ErrorDetail[] {
  const first: ErrorDetail[] = [];
  for (const each of found) if (first.push(each) === REPORTED_MAX) break;
  return first;
}

/**
 * The members of a body that an operation does not have, at any depth (contract section 3). Those that the resource shows are
 * fine, so that what was read can be sent back; they change nothing.
 */
export function unknownMembers(
  operation: { readonly input: z.ZodObject; readonly output: z.ZodType },
  sent: unknown,
): ErrorDetail[] {
  return firstOf(unknownAt(operation.input, sent, () => resourceShape(operation.output), { path: '' }));
}

/** The names among those of `sent` that are none of `known`: query parameters. */
export function unknownNames(sent: object, known: readonly string[]): ErrorDetail[] {
  const shape = Object.fromEntries(known.map(name => [name, z.unknown()]));
  return firstOf(unknownAt(z.object(shape), sent, () => ({}), { path: '' }));
}
