import { describe, expect, it } from '@jest/globals';
import { askOnHost } from '../../support/on-host.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const QUESTIONS = [
  { key: 'role', label: 'Role', type: 'choice', options: ['Founder', 'Developer'] },
  { key: 'tools', label: 'Your tools <b>', type: 'choices', options: ['React', 'Vue'], ask: 'after' },
  { key: 'note', label: 'Note', type: 'text', ask: 'after' },
  { key: 'news', label: 'Send me news', type: 'checkbox', ask: 'after' },
  { key: 'score', label: 'Score', type: 'text', ask: 'never' },
];

describe('POST /s/{token}/answers', () => {
  const session = shareSession();
  let lists = 0;

  async function join(fields: Record<string, unknown> = {}) {
    const slug = `after-${++lists}`;
    await session.api.post('/api/v1/waitlists', { name: 'After', slug, questions: QUESTIONS, ...fields });
    const { body } = await session.join(slug, { email: 'a@example.com', answers: { role: 'Founder' } });
    const { pathname } = new URL(body.statusUrl);
    return {
      slug,
      path: pathname,
      answer: (answers: unknown) => session.visitor.post(`${pathname}/answers`, { answers }),
    };
  }
  const entryOf = async (slug: string) =>
    (await session.api.get(`/api/v1/waitlists/${slug}/entries`)).body.entries[0];
  const countsOf = async (slug: string) =>
    (await session.api.get(`/api/v1/waitlists/${slug}/statistics`)).body.answers;
  const postForm = (path: string, fields: [string, string][]) =>
    session.visitor.request('POST', path, {
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });

  it(`merges answers, and clears those that are null${verifies('answers.after')}`, async () => {
    const { slug, answer } = await join();
    const first = await answer({
      tools: ['Vue'],
      note: 'Hi',
      news: true,
      role: 'Developer',
      score: '7',
      other: 1,
    });
    expect([first.status, first.body]).toEqual([
      200,
      { answers: { role: 'Founder', tools: ['Vue'], note: 'Hi', news: true } },
    ]);
    expect((await entryOf(slug)).answers).toEqual(first.body.answers);
    expect(await countsOf(slug)).toEqual({
      role: { Founder: 1, Developer: 0 },
      tools: { React: 0, Vue: 1 },
      news: { true: 1, false: 0 },
    });
    const second = await answer({ tools: ['React', 'Vue'], note: null, news: false });
    expect(second.body).toEqual({ answers: { role: 'Founder', tools: ['React', 'Vue'], news: false } });
    expect((await entryOf(slug)).answers).toEqual(second.body.answers);
    expect((await answer({})).body).toEqual(second.body);
    expect((await countsOf(slug)).news).toEqual({ true: 0, false: 1 });
  });

  it(`keeps what a ticked checkbox said when it was ticked${verifies('answers.csv-consent')}`, async () => {
    const { slug, answer } = await join();
    await answer({ news: true });
    const consentOf = async () =>
      (
        await session.sql(
          `SELECT consents FROM contacts c JOIN waitlists w ON w.id = c.waitlist_id WHERE w.slug = $1`,
          [slug],
        )
      )[0].consents;
    const before = await consentOf();
    expect(before).toEqual({ news: { label: 'Send me news', at: expect.stringMatching(/^\d{4}-.*Z$/) } });
    await answer({ news: true });
    expect(await consentOf()).toEqual(before);
    const questions = QUESTIONS.map(question =>
      question.key === 'news' ? { ...question, label: 'All news' } : question,
    );
    await session.api.patch(`/api/v1/waitlists/${slug}`, { questions });
    expect(await consentOf()).toEqual(before);
    await answer({ news: true });
    expect((await consentOf()).news.label).toBe('All news');
    await answer({ news: false });
    expect(await consentOf()).toBeNull();
  });

  it.each([
    ['answers.tools', { tools: ['Rust'] }],
    ['answers.note', { note: 'x'.repeat(501) }],
    ['answers', 'x'],
    ['answers', undefined],
  ])(`refuses what is wrong, at %s${verifies('answers.after')}`, async (path, answers) => {
    const { answer } = await join();
    const { status, body } = await answer(answers);
    expect([status, body.details[0].path]).toEqual([400, path]);
  });

  it(`is for any origin, and for nobody without the token${verifies('answers.after')}`, async () => {
    const { path } = await join();
    const headers = { origin: 'https://elsewhere.example', 'content-type': 'application/json' };
    const preflight = await session.visitor.request('OPTIONS', `${path}/answers`, { headers });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    const body = JSON.stringify({ answers: { note: 'x' } });
    const answered = await session.visitor.request('POST', `${path}/answers`, { headers, body });
    expect([answered.status, answered.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    const unknown = await session.visitor.request('POST', `${path}x/answers`, { headers, body });
    expect([unknown.status, unknown.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
  });

  it(`is a 404 for somebody who was erased${verifies('answers.after')}`, async () => {
    const { slug, answer } = await join();
    const person = await session.signIn();
    await person.delete(`/api/v1/waitlists/${slug}/entries/${(await entryOf(slug)).id}`);
    expect((await answer({ note: 'x' })).status).toBe(404);
  });

  it(`has a form on the page of the place, filled${verifies('answers.after-page')}`, async () => {
    const { slug, path } = await join();
    const before = (await session.visitor.get(path)).body;
    expect(before).toContain(`action="${path}/answers"`);
    expect(before).toContain('Your tools &lt;b&gt;');
    expect(before).not.toMatch(/Score|answers\[role\]|checked/);
    const posted = await postForm(`${path}/answers`, [
      ['answers[tools]', 'React'],
      ['answers[tools]', 'Vue'],
      ['answers[note]', ' "Hi" '],
      ['answers[news]', 'false'],
      ['answers[news]', 'true'],
    ]);
    expect([posted.status, posted.headers.get('location')]).toEqual([303, `${path}#saved`]);
    expect((await entryOf(slug)).answers).toEqual({
      role: 'Founder',
      tools: ['React', 'Vue'],
      note: '"Hi"',
      news: true,
    });
    const after = (await session.visitor.get(path)).body;
    expect(after.match(/ checked/g)).toHaveLength(3);
    expect(after).toContain('value="&quot;Hi&quot;"');
    await postForm(`${path}/answers`, [
      ['answers[tools]', ''],
      ['answers[note]', ''],
      ['answers[news]', 'false'],
    ]);
    expect((await entryOf(slug)).answers).toEqual({ role: 'Founder', news: false });
  });

  it(`says in plain words what is wrong with its form${verifies('answers.after-page')}`, async () => {
    const { path } = await join();
    const { status, body } = await postForm(`${path}/answers`, [['answers[tools]', 'Rust']]);
    expect([status, body.includes('Please check your answers')]).toEqual([400, true]);
    expect(body).not.toContain('answers.tools');
  });

  it(`asks nothing where nothing is asked${verifies('answers.after-page')}`, async () => {
    const { path } = await join({ questions: QUESTIONS.slice(0, 1) });
    expect((await session.visitor.get(path)).body).not.toContain('/answers');
  });

  it(`works on a custom domain, for its own people${verifies('answers.after-domain')}`, async () => {
    const [mine, other] = [await join(), await join()];
    await session.sql(
      `INSERT INTO custom_domains (waitlist_id, domain, state) SELECT id, 'after.test', 'active' FROM waitlists WHERE slug = $1`,
      [mine.slug],
    );
    const post = (path: string) =>
      askOnHost(session.url, 'after.test', {
        method: 'POST',
        path: `${path}/answers`,
        body: { answers: { note: 'x' } },
      });
    expect([(await post(mine.path)).status, (await post(other.path)).status]).toEqual([200, 404]);
  });
});

describe('POST /s/{token}/answers of a network', () => {
  const session = shareSession({ environment: { SIGNUPS_PER_MINUTE_PER_IP: '3' } });

  it(`counts as an attempt to join${verifies('answers.after')}`, async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Limited', slug: 'limited', questions: QUESTIONS });
    const { body } = await session.join('limited', { email: 'a@example.com' });
    const path = `${new URL(body.statusUrl).pathname}/answers`;
    const statuses = [];
    for (const answers of [{ note: 'x' }, { note: 7 }, { note: 'x' }])
      statuses.push((await session.visitor.post(path, { answers })).status);
    expect(statuses).toEqual([200, 400, 429]);
    expect((await session.join('limited', { email: 'b@example.com' })).status).toBe(429);
  });
});
