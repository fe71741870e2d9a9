import { describe, expect, it } from '@jest/globals';
import { templates } from '../../../core/page-code/templates/templates.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

describe('GET /api/v1/waitlists/{id}', () => {
  const session = shareSession();

  describe('200', () => {
    it(`finds a waitlist by uuid in any case and by slug, with the page code${verifies('waitlists.get-200', 'waitlists.id-or-slug', 'waitlists.field-react-code')}`, async () => {
      const reactCode =
        'function GeneratedWaitlist(props) {\n  return React.createElement("b", null, "ü🚀");\n}';
      const { body: created } = await session.api.post('/api/v1/waitlists', { name: 'Mine', reactCode });
      const { id, slug } = created.waitlist;
      for (const name of [id, id.toUpperCase(), slug]) {
        const { status, body } = await session.api.get(`/api/v1/waitlists/${name}`);
        expect(status).toBe(200);
        expect(body.waitlist).toEqual({ ...created.waitlist, reactCode });
      }
    });

    it(`returns the default template when none was set${verifies('waitlists.default-template')}`, async () => {
      await session.api.post('/api/v1/waitlists', { name: 'Plain' });
      const { body } = await session.api.get('/api/v1/waitlists/plain');
      expect(body.waitlist.reactCode).toBe(templates.door);
    });
  });

  describe('404', () => {
    it.each(['nothing-here', '6f1c9a52-8f5c-4d7a-9d0e-2f8a1b0c3d4e', 'NOT a slug', 'a%00b', '%2e%2e'])(
      `for an unknown waitlist (%s)${verifies('errors.404-no-such-resource', 'errors.code-not-found')}`,
      async name => {
        const { status, body } = await session.api.get(`/api/v1/waitlists/${encodeURIComponent(name)}`);
        expect(status).toBe(404);
        expect(body.code).toBe('not_found');
      },
    );
  });
});
