/** The parts of JSON Schema that our operations use. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly (string | number)[];
  readonly const?: string | number | boolean;
  readonly default?: unknown;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
}

/** A schema without its `null` alternative, and whether there was one. */
export function nonNull(schema: Schema): { readonly schema: Schema; readonly nullable: boolean } {
  if (Array.isArray(schema.type)) {
    const [type, ...more] = schema.type.filter(each => each !== 'null');
    return {
      schema: { ...schema, type: more.length === 0 && type !== undefined ? type : schema.type },
      nullable: schema.type.includes('null'),
    };
  }
  const others = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  const [only] = others;
  if (!schema.anyOf || others.length !== 1 || !only) return { schema, nullable: false };
  const { anyOf: _, ...rest } = schema;
  return { schema: { ...only, ...rest }, nullable: true };
}

/** `string`, `integer or null`, `array of strings`. */
export function typeName(given: Schema): string {
  const { schema, nullable } = nonNull(given);
  const name = () => {
    if (schema.type === 'array') return schema.items ? `array of ${typeName(schema.items)}` : 'array';
    if (schema.format) return schema.format;
    if (schema.anyOf) return [...new Set(schema.anyOf.map(typeName))].join(' or ');
    if (schema.enum) return typeof schema.enum[0];
    if (schema.const !== undefined) return typeof schema.const;
    return schema.type === undefined ? 'any' : String(schema.type);
  };
  return nullable ? `${name()} or null` : name();
}

/** `1 to 100 characters`, `at most 20 items`. Empty without limits that matter to a reader. */
export function limits({ schema }: { readonly schema: Schema }): string {
  const range = (least: number | undefined, most: number | undefined, unit: string): string => {
    const format = (number: number) => number.toLocaleString('en');
    const bounded = most !== undefined && most < Number.MAX_SAFE_INTEGER ? most : undefined;
    if (bounded === undefined)
      return least !== undefined && least > 0 ? `at least ${format(least)}${unit}` : '';
    return least !== undefined && least > Number.MIN_SAFE_INTEGER && (least > 0 || unit === '')
      ? `${format(least)} to ${format(bounded)}${unit}`
      : `at most ${format(bounded)}${unit}`;
  };
  if (schema.format) return '';
  return (
    range(schema.minLength, schema.maxLength, ' characters') ||
    range(schema.minimum, schema.maximum, '') ||
    range(undefined, schema.maxItems, ' items')
  );
}

/** What fields are called here, so that samples read like real ones. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  id: 'b3c1f0de-7a44-4c0e-9b1e-2f8d5a6c7e90',
  name: 'Rocket Bikes',
  slug: 'rocket-bikes',
  url: 'https://anteroom.example/w/rocket-bikes',
  email: 'ada@example.com',
  domain: 'rocket-bikes.com',
  position: 7,
  referralCode: 'k3VqPz',
  brandColor: '#2b50e0',
};

/** A value that fits the schema, for samples. */
export function exampleOf(given: Schema, name = ''): unknown {
  const { schema, nullable } = nonNull(given);
  if (schema.default !== undefined) return schema.default;
  if (nullable && !(name in SAMPLES)) return null;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([member, each]) => [member, exampleOf(each, member)]),
    );
  }
  if (schema.type === 'array') return schema.items ? [exampleOf(schema.items)] : [];
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0], name);
  if (name in SAMPLES) return SAMPLES[name];
  switch (schema.type) {
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'object':
      return {};
    default:
      return textOf(schema.format);
  }
}

function textOf(format: string | undefined): string {
  switch (format) {
    case 'date-time':
      return '2026-11-02T09:30:00.000Z';
    case 'uuid':
      return String(SAMPLES.id);
    case 'uri':
      return 'https://example.com/…';
    case 'email':
      return 'ada@example.com';
    default:
      return '…';
  }
}
