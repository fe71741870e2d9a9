import * as z from 'zod';

/** Adds a setting's text in `docs/`: a description, and its default if the schema has none. */
export const described = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  defaultText?: string,
): Schema => schema.meta({ description, defaultText });

function defaultOf(schema: z.ZodType): string {
  const { defaultText } = schema.meta() ?? {};
  if (typeof defaultText === 'string') return defaultText;
  return schema instanceof z.ZodDefault ? `\`${schema.def.defaultValue}\`` : 'none';
}

/**
 * Rows of a Markdown table of settings.
 * @param showDefault - what to show, given the default of the schema
 * @throws {Error} for a setting without a description
 */
export function settingsTable(
  settings: Readonly<Record<string, z.ZodType>>,
  showDefault: (name: string, ownDefault: string) => string = (_name, ownDefault) => ownDefault,
): string {
  const rows = Object.entries(settings).map(([name, schema]) => {
    const description = schema.meta()?.description;
    if (!description) throw new Error(`The setting ${name} has no description`);
    return `| \`${name}\` | ${showDefault(name, defaultOf(schema))} | ${description} |\n`;
  });
  return rows.join('');
}
