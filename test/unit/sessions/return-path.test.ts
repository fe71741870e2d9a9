import { describe, expect, it } from '@jest/globals';
import { returnPath } from '../../../core/sessions/return-path.ts';

const long = (length: number): string => '/'.padEnd(length, 'a');

describe('after signing in, people go', () => {
  it.each([
    ['/dashboard/waitlists?tab=page', '/dashboard/waitlists?tab=page'],
    ['/a/../b', '/b'],
  ])('to %s', (path, expected) => {
    expect(returnPath(path)).toBe(expected);
  });

  it.each([
    undefined,
    '',
    'dashboard',
    'https://evil.example/',
    'https://own.invalid/dashboard',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/',
    '/.//evil.example/',
    '//own.invalid//evil.example',
    '//[',
  ])('home instead of %j', path => {
    expect(returnPath(path)).toBe('/dashboard');
  });

  it('home instead of a path of more than 8000 characters', () => {
    expect(returnPath(long(8000))).toBe(long(8000));
    expect(returnPath(long(8001))).toBe('/dashboard');
  });
});
