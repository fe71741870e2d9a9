import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDomainDns } from '../../../adapters/dns/domain-dns.ts';
import type { DomainDns, RecordDns } from '../../../core/domains/domain-dns.ts';

const ORIGIN = 'cname.anteroom.example.net';
const TYPE = { A: 1, CNAME: 5, MX: 15, TXT: 16, AAAA: 28, CAA: 257 } as const;
type Type = keyof typeof TYPE;

const nameBytes = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map(label => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.of(0),
  ]);

const DATA: Readonly<Record<Type, (value: string) => Buffer>> = {
  A: value => Buffer.from(value.split('.').map(Number)),
  AAAA: value =>
    Buffer.from(
      value
        .split(':')
        .map(part => part.padStart(4, '0'))
        .join(''),
      'hex',
    ),
  CNAME: nameBytes,
  TXT: value =>
    Buffer.concat(value.split('|').map(part => Buffer.concat([Buffer.of(part.length), Buffer.from(part)]))),
  MX: value => {
    const [preference, host = ''] = value.split(' ');
    return Buffer.concat([Buffer.of(0, Number(preference)), nameBytes(host)]);
  },
  CAA: value => {
    const [tag = '', text = ''] = value.split(' ');
    return Buffer.concat([Buffer.of(0, tag.length), Buffer.from(tag + text)]);
  },
};

/** A name server that knows these records; others do not exist. `SERVFAIL` and silence are possible too. */
const RECORDS: Readonly<Record<string, Partial<Record<Type, readonly string[]>> | 'SERVFAIL' | 'silent'>> = {
  'good.example.com': { CNAME: ['Cname.Anteroom.Example.NET'] },
  'chain.example.com': { CNAME: ['alias.example.org'] },
  'alias.example.org': { CNAME: [ORIGIN] },
  'loop.example.com': { CNAME: ['loop.example.com'] },
  'apex.example.org': { A: ['203.0.113.10'] },
  [ORIGIN]: { A: ['203.0.113.10'] },
  'old.example.com': { A: ['192.0.2.1'] },
  'example.org': {
    CAA: ['issue letsencrypt.org', 'issue amazon.com;account=1', 'iodef mailto:a@example.org'],
  },
  'mail.example.org': { CAA: ['iodef mailto:a@example.org'] },
  'broken.example.com': 'SERVFAIL',
  '_anteroom.good.example.com': { TXT: ['other', 'anteroom-domain=|1234'] },
  'silent.example.com': 'silent',
  'bounce.example.com': { MX: ['10 Feedback.Example.NET'], TXT: ['v=spf1 ~all'] },
};

function answerTo(query: Buffer): Buffer | null {
  let end = 12;
  const labels: string[] = [];
  for (let length = query[end] ?? 0; length > 0; length = query[end] ?? 0) {
    labels.push(query.subarray(end + 1, end + 1 + length).toString());
    end += length + 1;
  }
  const type = query.readUInt16BE(end + 1);
  const question = query.subarray(12, end + 5);
  const found = RECORDS[labels.join('.').toLowerCase()];
  if (found === 'silent') return null;
  const [name] = Object.entries(TYPE).find(([, code]) => code === type) ?? [];
  const values = typeof found === 'object' ? (found[name as Type] ?? []) : [];
  const header = Buffer.alloc(12);
  header.writeUInt16BE(query.readUInt16BE(0), 0);
  header.writeUInt16BE(0x8180 | (found === 'SERVFAIL' ? 2 : found === undefined ? 3 : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(values.length, 6);
  const answers = values.map(value => {
    const data = DATA[name as Type](value);
    const head = Buffer.alloc(12);
    head.writeUInt16BE(0xc00c, 0);
    head.writeUInt16BE(type, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt32BE(60, 6);
    head.writeUInt16BE(data.length, 10);
    return Buffer.concat([head, data]);
  });
  return Buffer.concat([header, question, ...answers]);
}

describe('createDomainDns', () => {
  let server: Socket;
  let dns: DomainDns & RecordDns;
  const lookUp = (domain: string) => dns.lookUp(domain, ORIGIN);
  let asked = 0;

  beforeAll(async () => {
    server = createSocket('udp4', (query, { port, address }) => {
      asked++;
      const answer = answerTo(query);
      if (answer) server.send(answer, port, address);
    });
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    dns = createDomainDns({ servers: [`127.0.0.1:${server.address().port}`] });
  });
  afterAll(() => {
    server.close();
  });

  it.each([
    ['good.example.com', { aliases: [ORIGIN], addresses: [], failed: false }],
    ['chain.example.com', { aliases: ['alias.example.org', ORIGIN] }],
    ['apex.example.org', { aliases: [], addresses: ['203.0.113.10'], originAddresses: ['203.0.113.10'] }],
    ['old.example.com', { aliases: [], addresses: ['192.0.2.1'] }],
    ['none.example.com', { aliases: [], addresses: [], authorities: null, failed: false }],
    ['broken.example.com', { aliases: [], addresses: [], failed: true }],
  ])('looks up %s', async (domain, expected) => {
    expect(await lookUp(domain)).toMatchObject(expected);
  });

  it('stops following a CNAME loop', async () => {
    expect((await lookUp('loop.example.com')).aliases.length).toBeLessThanOrEqual(4);
  });

  it('uses the nearest CAA records, and counts only those that restrict', async () => {
    expect((await lookUp('shop.example.org')).authorities).toEqual(['letsencrypt.org', 'amazon.com']);
    expect((await lookUp('mail.example.org')).authorities).toBeNull();
  });

  it('reads TXT records, also in parts, and none from servers that fail', async () => {
    expect(await dns.texts('_anteroom.good.example.com')).toEqual(['other', 'anteroom-domain=1234']);
    for (const name of ['good.example.com', 'none.example.com', 'broken.example.com'])
      expect(await dns.texts(name)).toEqual([]);
  });

  it('reads records by type, and tells those that are missing from servers that fail', async () => {
    expect(await dns.records('MX', 'bounce.example.com')).toEqual(['10 feedback.example.net']);
    expect(await dns.records('TXT', 'bounce.example.com')).toEqual(['v=spf1 ~all']);
    expect(await dns.records('CNAME', 'good.example.com')).toEqual(['cname.anteroom.example.net']);
    expect(await dns.records('CNAME', 'bounce.example.com')).toEqual([]);
    expect(await dns.records('MX', 'none.example.com')).toEqual([]);
    expect(await dns.records('MX', 'broken.example.com')).toBeNull();
    expect(await dns.records('MX', 'shop.test')).toEqual([]);
  });

  it('gives up on unresponsive servers within a few seconds', async () => {
    const start = performance.now();
    expect(await lookUp('silent.example.com')).toMatchObject({ aliases: [], failed: true });
    expect(performance.now() - start).toBeLessThan(9_000);
  }, 15_000);

  it('sends no query for names that cannot exist', async () => {
    const before = asked;
    expect(await lookUp('shop.test')).toMatchObject({ aliases: [], failed: false });
    expect(await dns.texts('_anteroom.shop.test')).toEqual([]);
    expect(asked).toBe(before);
  });
});
