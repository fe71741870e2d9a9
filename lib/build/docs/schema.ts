import { nonNull, type Schema } from '../../../core/api-description/json-schema.ts';

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
