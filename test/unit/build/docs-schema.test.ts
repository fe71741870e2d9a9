import { describe, expect, it } from '@jest/globals';
import { exampleOf } from '../../../core/api-description/json-schema.ts';
import { renderFields } from '../../../lib/build/docs/render-fields.ts';
import { limits, typeName } from '../../../lib/build/docs/schema.ts';

const name = { type: 'string', minLength: 1, maxLength: 100 } as const;

describe('the API reference', () => {
  it.each([
    [{ type: 'string' }, 'string'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
    [{ type: ['string', 'null'] }, 'string or null'],
    [{ type: 'array', items: { type: 'integer' } }, 'array of integer'],
    [{ type: 'string', format: 'date-time' }, 'date-time'],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, 'string or integer'],
    [{ enum: ['a', 'b'] }, 'string'],
    [{}, 'any'],
  ])('names the type of %j', (schema, expected) => {
    expect(typeName(schema)).toBe(expected);
  });

  it.each([
    [name, '1 to 100 characters'],
    [{ type: 'string', maxLength: 500 }, 'at most 500 characters'],
    [{ type: 'integer', minimum: 1, maximum: 100 }, '1 to 100'],
    [{ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, ''],
    [{ type: 'array', maxItems: 20 }, 'at most 20 items'],
    [{ type: 'string' }, ''],
  ])('says the limits of %j', (schema, expected) => {
    expect(limits({ schema })).toBe(expected);
  });

  it('makes a sample that has every member', () => {
    const schema = {
      type: 'object',
      properties: {
        name,
        note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        template: { enum: ['door', 'minimal'] },
        tags: { type: 'array', items: { type: 'boolean' } },
      },
    };
    expect(exampleOf(schema)).toEqual({ name: 'Rocket Bikes', note: null, template: 'door', tags: [true] });
  });

  it('shows nested members, and escapes what it shows', () => {
    const html = renderFields({
      type: 'object',
      required: ['outer'],
      properties: {
        outer: { type: 'object', properties: { inner: { type: 'string', description: 'a <b> `c`' } } },
      },
    });
    expect(html).toContain(
      '<code class="name">outer</code> <span class="type">object</span> <span class="required">required</span>',
    );
    expect(html).toContain('<code class="name">inner</code>');
    expect(html).toContain('a &lt;b&gt; <code>c</code>');
  });
});
