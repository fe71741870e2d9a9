import { describe, expect, it } from '@jest/globals';
import { parseConnectionString } from '../../../core/customer-database/connection-string.ts';
import { ConnectorError, type DbType } from '../../../core/customer-database/connector.ts';

const SECRET = 'correct-horse';

function refusal(dbType: DbType, text: string): ConnectorError {
  try {
    parseConnectionString(dbType, text);
  } catch (error) {
    if (error instanceof ConnectorError) return error;
    throw error;
  }
  throw new Error(`taken: ${text}`);
}

describe('a connection string', () => {
  it('is parsed into its parts', () => {
    expect(parseConnectionString('postgres', 'postgres://shop:secret@DB.Example.com:6432/orders')).toEqual({
      dbType: 'postgres',
      host: 'db.example.com',
      port: 6432,
      user: 'shop',
      password: 'secret',
      database: 'orders',
      tls: 'default',
      channelBinding: false,
    });
  });

  it.each([
    ['postgres', 'postgresql://u:p@db.example.com/d', { port: 5432 }],
    ['postgres', 'POSTGRES://u:p@db.example.com/d', { host: 'db.example.com' }],
    ['mysql', 'mysql://u:p@db.example.com/d', { port: 3306 }],
    ['mysql', 'mariadb://u:p@db.example.com/d', { dbType: 'mysql' }],
    ['postgres', 'postgres://u@db.example.com/d', { user: 'u', password: '' }],
    ['postgres', 'postgres://u:@db.example.com/d', { password: '' }],
    ['postgres', 'postgres://u:p@[2606:4700::1111]:6000/d', { host: '2606:4700::1111', port: 6000 }],
    ['postgres', 'postgres://u:p@8.8.8.8/d', { host: '8.8.8.8' }],
    ['postgres', 'postgres://u:p@db.example.com./d', { host: 'db.example.com' }],
    [
      'postgres',
      'postgres://u%40x:p%3A%2F%3F%23%25%20%40@db.example.com/d%2Fe',
      { user: 'u@x', password: 'p:/?#% @', database: 'd/e' },
    ],
    ['postgres', 'postgres://u:a:b:c@db.example.com/d', { password: 'a:b:c' }],
    ['postgres', 'postgres://u:pä😀@db.example.com/d', { password: 'pä😀' }],
    ['postgres', 'postgres://u:p@db.example.com/d?', { tls: 'default' }],
    ['postgres', 'postgres://u:p@db.example.com/d?sslmode=disable', { tls: 'disable' }],
    ['postgres', 'postgres://u:p@db.example.com/d?sslmode=prefer', { tls: 'prefer' }],
    ['postgres', 'postgres://u:p@db.example.com/d?sslmode=verify-full', { tls: 'verify-full' }],
    [
      'postgres',
      'postgres://u:p@db.example.com/d?sslmode=require&channel_binding=require',
      { tls: 'require', channelBinding: true },
    ],
    [
      'postgres',
      'postgres://u:p@db.example.com/d?channel_binding=require',
      { tls: 'require', channelBinding: true },
    ],
    ['mysql', 'mysql://u:p@db.example.com/d?ssl-mode=REQUIRED', { tls: 'require' }],
    ['mysql', 'mysql://u:p@db.example.com/d?ssl-mode=verify_identity', { tls: 'verify-full' }],
    ['postgres', 'postgres://u:p@db.example.com:1024/d', { port: 1024 }],
    ['postgres', 'postgres://u:p@db.example.com:65535/d', { port: 65_535 }],
  ] as const)('for %s may be %s', (dbType, text, expected) => {
    expect(parseConnectionString(dbType, text)).toMatchObject(expected);
  });

  it.each([
    ['postgres', `postgres://u:${SECRET}@db.example.com/d?sslrootcert=/etc/passwd`, 'query parameter'],
    [
      'postgres',
      `postgres://u:${SECRET}@db.example.com/d?sslcert=/etc/passwd&sslkey=/etc/shadow`,
      'query parameter',
    ],
    ['postgres', `postgres://u:${SECRET}@db.example.com/d?host=127.0.0.1`, 'query parameter'],
    ['postgres', `postgres://u:${SECRET}@db.example.com/d?hostaddr=127.0.0.1`, 'query parameter'],
    ['postgres', `postgres://u:${SECRET}@db.example.com/d?host=/var/run/postgresql`, 'query parameter'],
    ['postgres', `postgres://u:${SECRET}@db.example.com/d?port=22`, 'query parameter'],
    ['postgres', `postgres://u:${SECRET}@db.example.com/d?options=-c%20search_path%3Dx`, 'query parameter'],
    ['postgres', `postgres://u:${SECRET}@db.example.com/d?sslmode=no-verify`, 'query parameter'],
    [
      'postgres',
      `postgres://u:${SECRET}@db.example.com/d?sslmode=disable&ssl-mode=DISABLED`,
      'query parameter',
    ],
    ['postgres', `postgres://u:${SECRET}@db.example.com/d?sslmode=require&sslmode=disable`, 'repeated'],
    ['postgres', `postgres://u:${SECRET}@db.example.com/d?__proto__=x`, 'query parameter'],
    ['postgres', `postgres://u:${SECRET}@db.example.com/d?sslmode=constructor`, 'query parameter'],
    ['postgres', `postgres://u:${SECRET}@db.example.com/d?sslmode`, 'query parameter'],
    [
      'postgres',
      `postgres://u:${SECRET}@db.example.com/d?sslmode=disable&channel_binding=require`,
      'channel_binding',
    ],
    ['mysql', `mysql://u:${SECRET}@db.example.com/d?multipleStatements=true`, 'query parameter'],
    ['mysql', `mysql://u:${SECRET}@db.example.com/d?flags=LOCAL_FILES`, 'query parameter'],
    ['mysql', `mysql://u:${SECRET}@db.example.com/d?socketPath=/run/mysqld/mysqld.sock`, 'query parameter'],
    ['mysql', `mysql://u:${SECRET}@db.example.com/d?ssl=%7B%22ca%22%3A%22x%22%7D`, 'query parameter'],
    ['mysql', `mysql://u:${SECRET}@db.example.com/d?sslmode=disable`, 'query parameter'],
    ['mysql', `postgres://u:${SECRET}@db.example.com/d`, 'dbType mysql'],
    ['postgres', `mysql://u:${SECRET}@db.example.com/d`, 'dbType postgres'],
    ['postgres', `https://u:${SECRET}@db.example.com/d`, 'dbType postgres'],
    ['postgres', `socket:/var/run/postgresql?db=d&encoding=utf8`, 'dbType postgres'],
    ['postgres', `/var/run/postgresql d`, 'whitespace'],
    ['postgres', `host=db.example.com password=${SECRET}`, 'whitespace'],
    ['postgres', `postgres://u:${SECRET}@/d`, 'it is empty'],
    ['postgres', `postgres://u:${SECRET}@:5432/d`, 'it is empty'],
    ['postgres', `postgres://u:${SECRET}@%2Fvar%2Frun%2Fpostgresql/d`, 'plain hostname'],
    ['postgres', `postgres://u:${SECRET}@db.example.com,127.0.0.1/d`, 'several hosts'],
    ['postgres', `postgres://u:${SECRET}@db.example.com:5432,10.0.0.1:5432/d`, 'several hosts'],
    ['postgres', `postgres://u:${SECRET}@db.example.com`, 'no database'],
    ['postgres', `postgres://u:${SECRET}@db.example.com/`, 'no database'],
    ['postgres', `postgres://u:${SECRET}@db.example.com/d/e`, 'more than one /'],
    ['postgres', `postgres://u:${SECRET}%00@db.example.com/d`, 'control character'],
    ['postgres', `postgres://u:p@db.example.com/d%00${SECRET}`, 'control character'],
    ['postgres', `postgres://u%0A:${SECRET}@db.example.com/d`, 'control character'],
    ['postgres', `postgres://u:${SECRET}\n@db.example.com/d`, 'control character'],
    ['postgres', ` postgres://u:${SECRET}@db.example.com/d`, 'whitespace'],
    ['postgres', `postgres://u:${SECRET}%zz@db.example.com/d`, 'percent-encoding'],
    ['postgres', `postgres://u:${SECRET}%E0%A4@db.example.com/d`, 'percent-encoding'],
    ['postgres', `postgres://u:${SECRET}#x@db.example.com/d`, '%23'],
    ['postgres', `postgres://u:${SECRET}?x@db.example.com/d`, '%3F'],
    ['postgres', `postgres://u:${SECRET}/x@db.example.com/d`, 'percent-encode special'],
    ['postgres', `postgres://u:${SECRET}@x@db.example.com/d`, '%40'],
    ['postgres', `postgres://u:p@db.example.com\\@127.0.0.1/d${SECRET}`, 'backslash'],
    ['postgres', `postgres://db.example.com/${SECRET}`, 'no user'],
    ['postgres', `postgres://:${SECRET}@db.example.com/d`, 'no user'],
    ['postgres', `postgres://u:${SECRET}@db.example.com:/d`, 'port'],
    ['postgres', `postgres://u:${SECRET}@db.example.com:0/d`, 'port'],
    ['postgres', `postgres://u:${SECRET}@db.example.com:65536/d`, 'port'],
    ['postgres', `postgres://u:${SECRET}@db.example.com:+5432/d`, 'port'],
    ['postgres', `postgres://u:${SECRET}@db.example.com:5432x/d`, 'port'],
    ['postgres', `postgres://u:${SECRET}@db.example.com:25/d`, 'other services'],
    ['postgres', `postgres://u:${SECRET}@db.example.com:443/d`, 'other services'],
    ['postgres', `postgres://u:${SECRET}@db.example.com:1023/d`, 'other services'],
    ['postgres', `postgres://u:${SECRET}@[2606:4700::1111/d`, 'bracket'],
    ['postgres', `postgres://u:${SECRET}@[2606:4700::1111]x/d`, 'bracket'],
    ['postgres', `postgres://u:${SECRET}@[db.example.com]/d`, 'IPv6'],
    ['postgres', `postgres://u:${SECRET}@[fe80::1%25eth0]/d`, 'plain hostname'],
    ['postgres', `postgres://u:${SECRET}@db/d`, 'no dot'],
    ['postgres', `postgres://u:${SECRET}@db..example.com/d`, 'valid hostname'],
    ['postgres', `postgres://u:${SECRET}@-db.example.com/d`, 'valid hostname'],
    ['postgres', `postgres://u:${SECRET}@１２７.0.0.1/d`, 'ASCII'],
    ['postgres', `postgres://u:${SECRET}@127。0。0。1/d`, 'ASCII'],
    ['postgres', `postgres://u:${SECRET}@2130706433/d`, 'number'],
    ['postgres', `postgres://u:${SECRET}@0x7f000001/d`, 'number'],
    ['postgres', `postgres://u:${SECRET}@0x7f.0.0.1/d`, 'number'],
    ['postgres', `postgres://u:${SECRET}@0177.0.0.1/d`, 'number'],
    ['postgres', `postgres://u:${SECRET}@127.1/d`, 'number'],
    ['postgres', `postgres://u:${SECRET}@127.0.0.1.1/d`, 'number'],
    ['postgres', `postgres://u:${SECRET}@127.0.0.0x1/d`, 'number'],
    ['postgres', 'postgres://u:\ud800@db.example.com/d', 'valid Unicode'],
    ['postgres', '', 'dbType postgres'],
  ] as const)('for %s is refused as %s, saying what to change without quoting it', (dbType, text, named) => {
    const { kind, message } = refusal(dbType, text);
    expect(kind).toBe('refused');
    expect(message).toContain(named);
    expect(message).not.toContain(SECRET);
    expect(message).not.toMatch(/example\.com\/d|127\.0|2130706433|etc/);
  });

  it.each<[string, DbType, number, (length: number) => string, string]>([
    ['user', 'postgres', 128, length => `${'u'.repeat(length)}@db.example.com/d`, 'user is longer'],
    [
      'password',
      'postgres',
      1024,
      length => `u:${'p'.repeat(length)}@db.example.com/d`,
      'password is longer',
    ],
    ['database', 'postgres', 63, length => `u@db.example.com/${'d'.repeat(length)}`, 'too long'],
    ['database', 'mysql', 128, length => `u@db.example.com/${'ä'.repeat(length)}`, 'too long'],
    [
      'whole string',
      'postgres',
      2048,
      length => `u:pp${'%70'.repeat(672)}${'p'.repeat(length - 2048)}@db.example.com/d`,
      'longer than 2048',
    ],
  ])('limits the %s for %s to %i characters', (_, dbType, longest, rest, named) => {
    expect(() => parseConnectionString(dbType, `${dbType}://${rest(longest)}`)).not.toThrow();
    expect(refusal(dbType, `${dbType}://${rest(longest + 1)}`).message).toContain(named);
  });

  it('never quotes a password with characters that should have been encoded', () => {
    for (const mark of ['@', ':', '/', '?', '#', '[', ']', '%', '\\', ' ', ',', '&', '=']) {
      const text = `postgres://u:begin${mark}middle${mark}end@db.example.com/d`;
      let message = '';
      try {
        parseConnectionString('postgres', text);
      } catch (error) {
        ({ message } = error as Error);
      }
      expect(message).not.toMatch(/begin|middle|end@/);
    }
  });
});
