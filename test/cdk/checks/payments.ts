import { describe, expect, it } from '@jest/globals';
import { type Assembly, allowed, list, nameOf, ownFunctions, type Synthesized } from '../assembly.ts';

const variablesOf = (assembly: Assembly, name: string): Record<string, string> =>
  ownFunctions(assembly).find(each => nameOf(each) === name)?.Properties.Environment.Variables;

/** Which function may read which Stripe key, and call which model. */
export function checkPayments(synthesized: Synthesized): void {
  describe('payments', () => {
    it('are started and confirmed by separate functions, each with only its own secret', () => {
      const readers = (name: string) =>
        allowed(synthesized.production)
          .filter(({ Resource }) => JSON.stringify(Resource).includes(`secret:stripe/${name}`))
          .map(({ policy, Action }) => [policy.replace(/Role.*/, ''), Action]);
      const read = 'secretsmanager:GetSecretValue';
      expect(readers('key')).toEqual([['Dashboard', read]]);
      expect(readers('webhook')).toEqual([['Billing', read]]);
    });

    it('are live in production, at the configured prices, and off without keys', () => {
      expect(variablesOf(synthesized.production, 'dashboard')).toMatchObject({
        STRIPE_LIVE: 'true',
        PRO_PRICE_USD: '199',
      });
      for (const name of ['dashboard', 'billing']) {
        const names = Object.keys(variablesOf(synthesized.development, name));
        expect(names.filter(each => each.startsWith('STRIPE'))).toEqual([]);
      }
    });
  });

  describe('the model that generates pages', () => {
    const asking = (assembly: Assembly) =>
      allowed(assembly).filter(({ Action }) => list(Action).some(action => action.startsWith('bedrock:')));

    it('can be called only by the dashboard, by its id, through its profile', () => {
      const statements = asking(synthesized.production);
      for (const { policy, Action } of statements) {
        expect([policy.replace(/Role.*/, ''), Action]).toEqual(['Dashboard', 'bedrock:InvokeModel']);
      }
      const text = JSON.stringify(statements);
      expect(text).toContain(':inference-profile/us.anthropic.claude-haiku-4-5-20251001-v1:0');
      expect(text).toContain(':bedrock:*::foundation-model/anthropic.claude-haiku-4-5-20251001-v1:0');
      const wide = statements.find(({ Resource }) => JSON.stringify(Resource).includes(':bedrock:*::'));
      expect(Object.keys(wide?.Condition?.StringEquals ?? {})).toEqual(['bedrock:InferenceProfileArn']);
    });

    it('is called in its region if it has no profile, and not at all if none is set', () => {
      expect(JSON.stringify(asking(synthesized.elsewhere))).toContain(
        ':bedrock:eu-central-1::foundation-model/anthropic.claude-3-haiku-20240307-v1:0',
      );
      expect(JSON.stringify(asking(synthesized.elsewhere))).not.toContain(':bedrock:*');
      expect(asking(synthesized.development)).toEqual([]);
    });
  });
}
