import { nonNull, type Schema } from '../../../core/api-description/json-schema.ts';
import { escapeHtml } from '../../../core/markup/escape.ts';
import { limits, typeName } from './schema.ts';

/** Escaped text, with `code` between backticks. */
export const prose = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/**
 * The members of an object, each with its type, limits and meaning; of one of several objects, one list after the other.
 * Empty for anything else.
 */
export function renderFields(given: Schema): string {
  const { schema } = nonNull(given);
  if (schema.anyOf) return schema.anyOf.map(renderFields).filter(Boolean).join('\n<p>Or</p>\n');
  const { properties = {}, required = [], oneOf, ...rest } = schema;
  if (oneOf) {
    const common = renderFields({ ...rest, properties, required });
    return [oneOf.map(renderFields).join('\n<p>Or</p>\n'), common].filter(Boolean).join('\n<p>And</p>\n');
  }
  const rows = Object.entries(properties).map(([name, schema]) =>
    renderField(name, schema, required.includes(name)),
  );
  return rows.length === 0 ? '' : `<ul class="fields">\n${rows.join('\n')}\n</ul>`;
}

function renderField(name: string, given: Schema, isRequired: boolean): string {
  const { schema } = nonNull(given);
  const notes = [
    limits({ schema }),
    schema.default === undefined ? '' : `default <code>${escapeHtml(JSON.stringify(schema.default))}</code>`,
    (schema.enum ?? schema.items?.enum ?? [])
      .map(value => `<code>${escapeHtml(String(value))}</code>`)
      .join(' '),
  ].filter(note => note !== '');
  const description = given.description ?? schema.description;
  const inner = renderFields(schema.type === 'array' ? (schema.items ?? {}) : schema);
  return `<li><p class="field"><code class="name">${escapeHtml(name)}</code> <span class="type">${escapeHtml(typeName(given))}</span>${isRequired ? ' <span class="required">required</span>' : ''}</p>${notes.length > 0 ? `<p class="notes">${notes.join(' · ')}</p>` : ''}${description === undefined ? '' : `<p>${prose(description)}</p>`}${inner === '' ? '' : `<details><summary>Fields of <code>${escapeHtml(name)}</code></summary>${inner}</details>`}</li>`;
}
