import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { isBlank } from '../../../core/kernel/blank.ts';
import { ValidationError } from '../../../core/kernel/errors.ts';
import { text } from '../../../core/kernel/schemas.ts';
import { parseInput } from '../../../core/kernel/validation.ts';
import { CreateWaitlistInput } from '../../../core/waitlists/schemas.ts';
import { verifies } from '../../support/verifies.ts';

describe('text', () => {
  it(`counts Unicode code points${verifies('http.lengths-in-code-points')}`, () => {
    const schema = text({ min: 1, max: 10 });
    expect(schema.safeParse('🚀'.repeat(10)).success).toBe(true);
    expect(schema.safeParse('🚀'.repeat(11)).success).toBe(false);
    expect(schema.safeParse('').success).toBe(false);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 24 }), value => {
        const length = [...value].length;
        const whole = value.isWellFormed() && !value.includes('\0');
        expect(schema.safeParse(value).success).toBe(whole && !isBlank(value) && length <= 10);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ' \n\u3000',
    '\u2800',
    '\u3164\uffa0',
    '\u115f\u1160',
    '\u200b\u2060\ufeff',
    '\u00ad\u034f\ufe0f',
  ])('refuses %j, in which nothing can be seen, where it must have characters', value => {
    expect(text({ min: 1, max: 10 }).safeParse(value).error?.issues).toMatchObject([
      { message: 'must not be blank' },
    ]);
    expect(text({ max: 10 }).safeParse(value).success).toBe(true);
  });

  it.each(['.', '❤️', '👩‍🚀', '한', '\uf8ff'])('accepts %j', value => {
    expect(text({ min: 1, max: 10 }).safeParse(value).success).toBe(true);
  });

  it.each(['a\0b', '\ud800', 'x\udc00'])('refuses characters that databases cannot store (%j)', value => {
    expect(text({ max: 100 }).safeParse(value).success).toBe(false);
  });
});

describe('parseInput', () => {
  function refused(schema: z.ZodType, input: unknown) {
    try {
      parseInput(schema, input);
    } catch (error) {
      expect(error).toBeInstanceOf(ValidationError);
      const { error: message, details = [] } = (error as ValidationError).toBody('r');
      return { message, details: Object.fromEntries(details.map(({ path, message }) => [path, message])) };
    }
    throw new Error('The input was accepted');
  }

  it('names every wrong field and the remedy', () => {
    const { message, details } = refused(CreateWaitlistInput(), {
      slug: 'NO',
      referralBoost: 1.5,
      referralEnabled: 'yes',
      seoTitle: 7,
    });
    expect(message).toBe('Invalid input: name, slug, seoTitle, referralEnabled, referralBoost');
    expect(details).toEqual({
      name: 'is required',
      slug: 'must be 3-100 lowercase letters, digits, or hyphens',
      seoTitle: 'must be a string',
      referralEnabled: 'must be a boolean',
      referralBoost: 'must be a whole number',
    });
  });

  it('says of what there is too little or too much', () => {
    const schema = z.object({
      few: z.array(z.string()).min(1),
      many: z.array(z.string()).max(2),
      long: z.string().max(2),
      high: z.int().max(2),
    });
    const { details } = refused(schema, { few: [], many: ['', '', ''], long: 'abc', high: 3 });
    expect(details).toEqual({
      few: 'must have at least 1 item',
      many: 'must have at most 2 items',
      long: 'must be at most 2 characters',
      high: 'must be at most 2',
    });
  });
});
