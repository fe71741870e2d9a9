import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type StandIn, startStandIn } from '../../local/stand-ins/stand-in.ts';
import { readXml } from '../../local/stand-ins/xml.ts';

describe('every stand-in', () => {
  let standIn: StandIn;
  beforeAll(async () => {
    standIn = await startStandIn(({ method, path, query, body }) =>
      path === '/broken' ? null : { body: `${method} ${path} ${query.get('q')} ${body}` },
    );
  });
  afterAll(() => standIn.stop());

  const status = (method: string, headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      request(standIn.endpoint, { method, headers }, response => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });

  it('answers this server, and closes the connection if it has no response', async () => {
    const response = await fetch(`${standIn.endpoint}/path?q=1`, { method: 'POST', body: 'text' });
    expect(await response.text()).toBe('POST /path 1 text');
    await expect(fetch(`${standIn.endpoint}/broken`)).rejects.toThrow('fetch failed');
  });

  it('rejects cross-site requests from a browser', async () => {
    const { port } = new URL(standIn.endpoint);
    const own = { host: `127.0.0.1:${port}` };
    for (const method of ['GET', 'POST', 'PUT']) {
      for (const headers of [
        { host: `evil.example:${port}` },
        { host: `localhost.evil.example:${port}` },
        { ...own, origin: 'https://evil.example' },
        { ...own, origin: 'null' },
        { ...own, 'sec-fetch-site': 'cross-site' },
      ]) {
        expect(await status(method, headers)).toBe(421);
      }
      expect(await status(method, own)).toBe(200);
      expect(await status(method, { host: `localhost:${port}` })).toBe(200);
    }
  });
});

describe('the XML reader', () => {
  it('finds text by element path', () => {
    const read = readXml(
      '<?xml version="1.0"?><A x="1"><B>1 &lt; 2</B><C><B>in C</B><E/></C><B><![CDATA[<b>]]></B><!-- <B>no</B> --></A>',
    );
    expect(read('A/B')).toEqual(['1 < 2', '<b>']);
    expect(read('A/C/B')).toEqual(['in C']);
    expect(read('A/C/E')).toEqual(['']);
    expect(read('B')).toEqual([]);
  });

  it('rejects what is not XML', () => {
    expect(() => readXml('<A><B></A>')).toThrow();
  });
});
