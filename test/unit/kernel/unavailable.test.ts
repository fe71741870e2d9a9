import { describe, expect, it } from '@jest/globals';
import { ApiError, ERROR_STATUS, type ErrorCode, toApiError } from '../../../core/kernel/errors.ts';

const withCode = (code: string) => Object.assign(new Error('secret'), { code });

describe('an error of our own database', () => {
  it.each([
    ['shutting down', withCode('57P01')],
    ['restarting after a crash', withCode('57P02')],
    ['starting', withCode('57P03')],
    ['out of connections', withCode('53300')],
    ['out of disk', withCode('53100')],
    ['out of memory', withCode('53200')],
    ['losing the connection', withCode('08006')],
    ['waiting too long for a lock', withCode('55P03')],
    ['taking too long', withCode('57014')],
    ['killed', withCode('ECONNREFUSED')],
    ['killed during a request', withCode('ECONNRESET')],
    ['gone', new Error('Connection terminated unexpectedly')],
    ['paused', new Error('timeout exceeded when trying to connect')],
    ['frozen', new Error('Query read timeout')],
    ['unreachable', new Error('Connection terminated due to connection timeout')],
  ])('that is %s is a 503 with Retry-After, and says nothing else', (_, thrown) => {
    const error = toApiError(thrown);
    expect([error.status, error.code, error.cause]).toEqual([503, 'service_unavailable', thrown]);
    expect(error.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(JSON.stringify(error.toBody('id'))).not.toContain(thrown.message);
  });

  it.each([
    ['a broken rule', withCode('23505')],
    ['a mistake of ours', withCode('42P01')],
    ['a bug', new TypeError('x is not a function')],
    ['no error at all', 'Connection terminated'],
  ])('that is %s is a 500', (_, thrown) => {
    expect(toApiError(thrown).status).toBe(500);
  });
});

describe('every 503', () => {
  const codes = (Object.keys(ERROR_STATUS) as ErrorCode[]).filter(code => ERROR_STATUS[code] === 503);

  it.each(codes)('says when to try again (%s)', code => {
    expect(new ApiError(code, 'away').headers).toEqual({ 'retry-after': '5' });
    const headers = { 'retry-after': '30' };
    expect(new ApiError(code, 'away', { headers }).headers).toEqual(headers);
  });
});
