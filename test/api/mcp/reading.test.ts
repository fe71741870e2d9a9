import { describe, expect, it } from '@jest/globals';
import { TOUR } from '../../../core/agents/tour.ts';
import { apiOperations } from '../../../core/registry.ts';
import { connectAgent } from '../../support/agent.ts';
import { shareSession } from '../../support/session.ts';

describe('text for agents', () => {
  const session = shareSession();

  const read = async (path: string) => {
    const response = await fetch(session.url + path);
    expect(response.status).toBe(200);
    return { type: response.headers.get('content-type'), text: await response.text() };
  };

  it('llms.txt names every operation and has working links', async () => {
    const { type, text } = await read('/llms.txt');
    expect(type).toBe('text/plain; charset=utf-8');
    for (const { method, path } of apiOperations) expect(text).toContain(`\`${method} ${path}\``);
    const links = [...text.matchAll(/\]\((\S+)\)/g)].map(match => match[1] ?? '');
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) expect((await fetch(link)).status).toBe(200);
  });

  it('skill.md has a tour whose calls all succeed in order', async () => {
    const { type, text } = await read('/skill.md');
    expect(type).toBe('text/markdown; charset=utf-8');
    expect(text).toMatch(/^---\nname: anteroom\ndescription: .+\n---\n/);
    const calls = [...text.matchAll(/```json\n\s*(.+)\n/g)].map(match => JSON.parse(match[1] ?? ''));
    expect(calls).toEqual(TOUR.map(({ tool, arguments: args }) => ({ tool, arguments: args })));

    const agent = await connectAgent(session.url, { authorization: `Bearer ${session.key}` });
    for (const { tool, arguments: args } of calls) {
      expect({ tool, ...(await agent.call(tool, args)) }).toMatchObject({ tool, ok: true });
    }
    await agent.close();
    expect((await fetch(`${session.url}/w/rocket-bikes`)).status).toBe(200);
  });
});
