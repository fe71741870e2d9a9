import { describe, expect, it } from '@jest/globals';
import { tableNameFor } from '../../../core/customer-database/table-name.ts';

describe('the table of a waitlist', () => {
  it('is named for its slug, with underscores', () => {
    expect(tableNameFor('hello')).toBe('waitlist_hello');
    expect(tableNameFor('my-new-app')).toBe('waitlist_my_new_app');
    expect(tableNameFor('---')).toBe('waitlist____');
  });

  it('has at most 63 characters: longer names are cut and made unique by a digest', () => {
    expect(tableNameFor('a'.repeat(54))).toBe(`waitlist_${'a'.repeat(54)}`);
    // printf '%055d' 0 | tr 0 a | sha256sum
    expect(tableNameFor('a'.repeat(55))).toBe(`waitlist_${'a'.repeat(45)}_9f4390f8`);
    const long = [`${'a'.repeat(98)}-b`, `${'a'.repeat(98)}-c`].map(tableNameFor);
    for (const name of long) expect(name).toHaveLength(63);
    expect(new Set(long).size).toBe(2);
  });

  it('keeps the hyphens of the slug in the digest', () => {
    expect(tableNameFor(`${'a'.repeat(98)}-b`)).not.toBe(tableNameFor(`${'a'.repeat(98)}_b`));
  });
});
