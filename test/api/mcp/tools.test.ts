import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hasBody, type Operation, pathParameters, statusOf } from '../../../core/kernel/operation.ts';
import { ALL_SCOPES } from '../../../core/kernel/scopes.ts';
import { apiOperations } from '../../../core/registry.ts';
import { type Agent, connectAgent } from '../../support/agent.ts';
import { type ApiSession, shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';
import { exampleOf, toolExamples } from './tool-examples.ts';

const operations = apiOperations.filter(({ scope }) => scope !== null);

/** The equivalent REST request. */
function restCall(session: ApiSession, operation: Operation, args: Record<string, unknown>) {
  const { method, path } = operation;
  const inPath = pathParameters(path);
  const others = Object.entries(args).filter(([name]) => !inPath.includes(name));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(args[name]));
  const query = hasBody(method)
    ? ''
    : `?${new URLSearchParams(Object.fromEntries(others.map(([k, v]) => [k, String(v)])))}`;
  const body = hasBody(method)
    ? { body: JSON.stringify(Object.fromEntries(others)), headers: { 'content-type': 'application/json' } }
    : {};
  return session.api.request(method, `${filled}${query}`, body).then(answer => {
    expect(answer.status).toBe(statusOf(operation, args));
    return answer.body as unknown;
  });
}

/** Members that differ between the same call on two resources. */
const masked = (answer: unknown, tag: string): unknown =>
  JSON.parse(
    JSON.stringify(answer)
      .replaceAll(tag, 'TAG')
      .replaceAll(tag.replaceAll('-', '_'), 'TAG')
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID')
      .replace(/\b[0-9a-f]{32}\./g, 'DKIM.')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replace(/"(referralCode|referredBy)":"\w+"/g, '"$1":"CODE"')
      .replace(/\/exports\/[\w-]+"|\/s\/[\w-]{43}"|\?ref=\w+"/g, 'LINK"')
      .replace(/"whsec_[^"]{32}"/g, '"SECRET"'),
  );

describe('a tool', () => {
  const session = shareSession();
  let agent: Agent;
  let tags = 0;
  const nextTag = () => `tool-example-${++tags}`;

  beforeAll(async () => {
    agent = await connectAgent(session.url, { authorization: `Bearer ${session.key}` });
  });
  afterAll(async () => {
    await agent.close();
  });
  // Each suite uses one account, which is limited to 120 requests a minute.
  const forgetRequests = () => session.sql('TRUNCATE rate_windows');

  it('exists for each example', () => {
    expect(operations.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(toolExamples)));
  });

  describe.each(operations.map(operation => [operation.name, operation] as const))(
    '%s',
    (name, operation) => {
      const example = exampleOf(operation);

      it(`returns the same as REST${verifies('agents.same-inputs', 'agents.same-outputs')}`, async () => {
        await forgetRequests();
        const [one, other] = [nextTag(), nextTag()];
        const args = await example.prepare(session, one);
        const otherArgs = await example.prepare(session, other);
        const answer = await agent.call(name, args);
        if (!answer.ok) throw new Error(JSON.stringify(answer.error));
        const rest = await restCall(session, operation, otherArgs);
        expect(JSON.parse(answer.text)).toEqual(answer.output);
        if (Object.keys(args).length === 0) expect(answer.output).toEqual(rest);
        else expect(masked(answer.output, one)).toEqual(masked(rest, other));
      });

      if (example.bad.field !== '') {
        it(`names the field at fault${verifies('agents.bad-arguments-error-result', 'agents.same-errors')}`, async () => {
          await forgetRequests();
          const answer = await agent.call(name, example.bad.args);
          expect(answer).toMatchObject({
            ok: false,
            error: {
              code: 'validation_failed',
              resolution: expect.any(String),
              requestId: expect.any(String),
              details: expect.arrayContaining([{ path: example.bad.field, message: expect.any(String) }]),
            },
          });
        });
      }

      it(`is refused to a key without its scope${verifies('agents.missing-scope-key-error-result')}`, async () => {
        const others = ALL_SCOPES.filter(scope => scope !== operation.scope);
        const { key } = await session.createKey(others);
        await forgetRequests();
        const limited = await connectAgent(session.url, { authorization: `Bearer ${key}` });
        // Without arguments, because the scope is checked first.
        expect(await limited.call(name)).toMatchObject({
          ok: false,
          error: { code: 'insufficient_scope', requiredScope: operation.scope, grantedScopes: others },
        });
        await limited.close();
      });
    },
  );
});
