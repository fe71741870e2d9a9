import { describe, expect, it } from '@jest/globals';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const ROLE = { key: 'role', label: 'What do you do?', type: 'choice', options: ['Founder', 'Developer'] };
const NOTE = { key: 'note', label: 'Anything else?', type: 'text' };

describe('questions of a waitlist', () => {
  const session = shareSession();

  const create = (fields: Record<string, unknown>) =>
    session.api.post('/api/v1/waitlists', { name: 'Questions', ...fields });
  const update = (slug: string, questions: unknown) =>
    session.api.patch(`/api/v1/waitlists/${slug}`, { questions });
  const refused = (path: string) => ({ status: 400, body: { details: [{ path }] } });

  it(`are none by default, are sent whole, and are shown with what was left out${verifies('questions.member')}`, async () => {
    expect((await create({ slug: 'asks' })).body.waitlist.questions).toEqual([]);
    const shown = [
      { ...ROLE, required: false, ask: 'form' },
      { ...NOTE, required: false, ask: 'after' },
    ];
    const answers = [
      await create({ slug: 'asks-at-once', questions: [ROLE, { ...NOTE, ask: 'after' }] }),
      await update('asks', [ROLE, { ...NOTE, ask: 'after' }]),
      await session.api.get('/api/v1/waitlists/asks'),
    ];
    for (const { body } of answers) expect(body.waitlist.questions).toEqual(shown);
    expect((await update('asks', shown)).body.waitlist.questions).toEqual(shown);
    expect((await update('asks', [NOTE])).body.waitlist.questions).toEqual([
      { ...NOTE, required: false, ask: 'form' },
    ]);
    expect((await update('asks', [])).body.waitlist.questions).toEqual([]);
  });

  it.each([
    ['questions', null],
    ['questions', { role: ROLE }],
    ['questions', Array.from({ length: 11 }, (_, index) => ({ ...NOTE, key: `k${index}` }))],
    ['questions.1.key', [NOTE, { ...ROLE, key: 'note' }]],
    ['questions.0.key', [{ ...NOTE, key: 'Note' }]],
    ['questions.0.key', [{ ...NOTE, key: `n${'o'.repeat(40)}` }]],
    ['questions.0.label', [{ ...NOTE, label: 'x'.repeat(121) }]],
    ['questions.0.label', [{ ...NOTE, label: ' ' }]],
    ['questions.0.type', [{ ...NOTE, type: 'email' }]],
    ['questions.0.options', [{ ...NOTE, options: ['a', 'b'] }]],
    ['questions.0.options', [{ ...NOTE, type: 'checkbox', options: ['a', 'b'] }]],
    ['questions.0.options', [{ ...ROLE, options: undefined }]],
    ['questions.0.options', [{ ...ROLE, options: ['a'] }]],
    ['questions.0.options', [{ ...ROLE, options: Array.from({ length: 21 }, (_, index) => `${index}`) }]],
    ['questions.0.options.0', [{ ...ROLE, options: ['', 'b'] }]],
    ['questions.0.options.0', [{ ...ROLE, options: ['x'.repeat(61), 'b'] }]],
    ['questions.0.options.2', [{ ...ROLE, type: 'choices', options: ['a', 'b', ' a'] }]],
    ['questions.0.required', [{ ...NOTE, ask: 'after', required: true }]],
    ['questions.0.required', [{ ...NOTE, ask: 'never', required: true }]],
    ['questions.0.ask', [{ ...NOTE, ask: 'later' }]],
    ['questions.0.hint', [{ ...NOTE, hint: 'x' }]],
  ])(`are refused at %s (%#)${verifies('questions.rules')}`, async (path, questions) => {
    await create({ slug: 'rules' });
    expect(await create({ questions })).toMatchObject(refused(path));
    expect(await update('rules', questions)).toMatchObject(refused(path));
  });
});
