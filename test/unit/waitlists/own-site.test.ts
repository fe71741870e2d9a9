import { describe, expect, it } from '@jest/globals';
import type { Site } from '../../../core/kernel/site.ts';
import { parseInput } from '../../../core/kernel/validation.ts';
import { AllowedOrigins, checkAllowedOrigins, ShareUrl } from '../../../core/waitlists/own-site.ts';
import { verifies } from '../../support/verifies.ts';

const site = (allowInsecureLoopback: boolean): Site => ({
  baseUrl: 'https://anteroom.example',
  licensePriceUsd: 49,
  proPriceUsd: 19,
  allowInsecureLoopback,
});

const check = (origins: unknown, where = site(true)) =>
  checkAllowedOrigins(where, parseInput(AllowedOrigins(), origins));

const LOOPBACK = ['http://localhost', 'http://127.0.0.1:4000', 'http://[::1]:4000'];

describe('An origin', () => {
  it.each([
    'https://a.example',
    'https://a.example:8443',
    'https://xn--bcher-kva.example',
    'https://my_app.example',
    'https://[2001:db8::1]:8443',
    ...LOOPBACK,
  ])(`may be %s${verifies('own-site.exact-origins')}`, origin => {
    expect(() => check([origin])).not.toThrow();
  });

  it.each(LOOPBACK)(`may be %s in the local run only${verifies('own-site.exact-origins')}`, origin => {
    expect(() => check(['https://a.example', origin], site(false))).toThrow('allowedOrigins.1');
  });

  it.each([
    'https://a.example/',
    'https://a.example/path',
    'https://A.example',
    'https://a.example:443',
    'https://*.example.com',
    'https://bücher.example',
    'https://user@a.example',
    'https://a.example?',
    ' https://a.example',
    'http://a.example',
    'http://localhost.a.example',
    'ftp://a.example',
    'a.example',
    'null',
    '*',
    '',
    7,
    null,
  ])(`must not be %j${verifies('own-site.exact-origins')}`, origin => {
    expect(() => check([origin])).toThrow('Invalid input');
  });
});

describe('A shareUrl', () => {
  it.each(['https://a.example', 'https://a.example/launch/', 'https://a.example/späti'])(`may be %s`, url => {
    expect(parseInput(ShareUrl(), url)).toBe(url);
  });

  it.each([
    'https://a.example/x?utm=1',
    'https://a.example/x?',
    'https://a.example/x#form',
    'https://a.example/x y',
    'https://a.example/x\n',
    '/launch',
    'javascript:alert(1)',
    '',
  ])(`must not be %j${verifies('own-site.share-url')}`, url => {
    expect(() => parseInput(ShareUrl(), url)).toThrow('Invalid input');
  });
});
