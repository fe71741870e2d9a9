import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  type Assembly,
  type Data,
  nameOf,
  ownFunctions,
  resources,
  type Synthesized,
  target,
} from '../assembly.ts';
import { templateValues } from '../rights/template-values.ts';

const RUNBOOK = readFileSync(join(import.meta.dirname, '../../../docs/runbook.md'), 'utf8');

/** The alarms. */
export function checkAlarms(synthesized: Synthesized): void {
  describe('alarms', () => {
    const alarms = (each: Assembly) => resources(each, 'AWS::CloudWatch::Alarm');
    /** The name without a number: several alarms for one watch share a section in the runbook. */
    const watched = ({ Properties }: { Properties: Data }): string =>
      /^(\w+): /.exec(Properties.AlarmDescription)?.[1] ?? '';

    it('say what they mean, and reach somebody in production', () => {
      for (const { Properties } of alarms(synthesized.production)) {
        expect(Properties.AlarmDescription.length).toBeGreaterThan(50);
        expect(Properties.AlarmActions).toHaveLength(1);
        // And when it is over.
        expect(Properties.OKActions).toEqual(Properties.AlarmActions);
      }
      const [topic, ...others] = resources(synthesized.production, 'AWS::SNS::Topic');
      expect(others).toEqual([]);
      expect(topic?.Properties.KmsMasterKeyId).toBeDefined();
      expect(resources(synthesized.production, 'AWS::SNS::Subscription')[0]?.Properties).toMatchObject({
        Protocol: 'email',
        Endpoint: 'oncall@anteroom.app',
      });
    });

    it('come before the account’s own limits: its concurrency, its emails, and its costs', () => {
      const concurrency = alarms(synthesized.production).find(each => watched(each) === 'AccountConcurrency');
      expect(concurrency?.Properties).toMatchObject({
        Namespace: 'AWS/Lambda',
        MetricName: 'ConcurrentExecutions',
        Threshold: 800,
      });
      const mail = alarms(synthesized.production).find(each => watched(each) === 'MailQuota');
      expect(mail?.Properties).toMatchObject({
        MetricName: 'MailQuotaPercent',
        Statistic: 'Maximum',
        Threshold: 80,
        ComparisonOperator: 'GreaterThanOrEqualToThreshold',
        // The quota is read every five minutes or, in development, every hour.
        Period: 900,
      });
      // Of all functions together, so of none in particular.
      expect(concurrency?.Properties.Dimensions).toBeUndefined();
      const [budget] = resources(synthesized.production, 'AWS::Budgets::Budget');
      expect(budget?.Properties.Budget.BudgetLimit).toEqual({ Amount: 500, Unit: 'USD' });
      const emails = budget?.Properties.NotificationsWithSubscribers.map((each: Data) => each.Subscribers);
      const operator = [{ SubscriptionType: 'EMAIL', Address: 'oncall@anteroom.app' }];
      expect(emails).toEqual([operator, operator]);
    });

    it('each have a section in the runbook, and the runbook has no sections for removed alarms', () => {
      const named = [...RUNBOOK.matchAll(/^## .*$/gm)].flatMap(([heading]) =>
        [...heading.matchAll(/`(\w+)`/g)].map(match => match[1] ?? ''),
      );
      const ringing = new Set(alarms(synthesized.production).map(watched));
      expect(named.toSorted()).toEqual([...ringing].sort());
      expect(new Set(named).size).toBe(named.length);
    });

    it('are the same in both stages', () => {
      const names = (each: Assembly) => alarms(each).map(watched).sort();
      expect(names(synthesized.development)).toEqual(names(synthesized.production));
    });

    it('watch every function for throttles and for errors outside its own handling', () => {
      // Migrations run during deployments, which fail when they do.
      const functions = ownFunctions(synthesized.production).filter(each => nameOf(each) !== 'migrate');
      for (const name of ['Throttles', 'FunctionErrors']) {
        const metrics = alarms(synthesized.production)
          .filter(each => watched(each) === name)
          .flatMap(({ Properties }) => Properties.Metrics as Data[])
          .filter(({ MetricStat }) => MetricStat !== undefined);
        expect(metrics).toHaveLength(functions.length);
        for (const { id } of functions) expect(JSON.stringify(metrics)).toContain(id);
      }
    });

    it('watch CloudFront and its functions', () => {
      for (const each of [synthesized.production, synthesized.elsewhere]) {
        const ofEdge = alarms(each).filter(({ Properties }) =>
          JSON.stringify(Properties).includes('AWS/CloudFront'),
        );
        expect(ofEdge.map(watched).sort()).toEqual(['EdgeErrors', 'EdgeErrors', 'EdgeFunctionErrors']);
        const read = ofEdge.map(({ Properties }) => JSON.stringify(Properties));
        expect(read.filter(text => text.includes('5xxErrorRate'))).toHaveLength(2);
        for (const name of ['LambdaExecutionError', 'LambdaValidationError', 'LambdaLimitExceededErrors'])
          expect(read.filter(text => text.includes(`"${name}"`))).toHaveLength(1);
        for (const { stack, Properties } of ofEdge) {
          expect(templateValues(each, stack).region).toBe('us-east-1');
          expect(each.stacks[stack]?.[target(Properties.AlarmActions[0]) ?? '']?.Type).toBe(
            'AWS::SNS::Topic',
          );
        }
      }
    });

    it('add metrics up where some have no data', () => {
      const expressions = alarms(synthesized.production).flatMap(({ Properties }) =>
        ((Properties.Metrics ?? []) as Data[]).flatMap(({ Expression }) => Expression ?? []),
      );
      expect(expressions.length).toBeGreaterThan(4);
      for (const each of expressions) expect(each).toMatch(/^FILL\(m0, 0\)( \+ FILL\(m\d, 0\))*$/);
    });

    it('are on one dashboard, together with all metrics', () => {
      const [dashboard, ...others] = resources(synthesized.production, 'AWS::CloudWatch::Dashboard');
      expect(others).toEqual([]);
      const body = JSON.stringify(dashboard?.Properties.DashboardBody);
      for (const each of alarms(synthesized.production))
        expect(body).toContain(`\\"title\\":\\"${watched(each)}`);
    });

    it('read the metrics of their own stage, which the functions write', () => {
      for (const [each, stage] of [
        [synthesized.development, 'development'],
        [synthesized.production, 'production'],
      ] as const) {
        const namespace = `Anteroom/${stage}`;
        const ours = alarms(each).filter(({ Properties }) => /^Anteroom/.test(Properties.Namespace ?? ''));
        expect(ours.length).toBeGreaterThan(4);
        for (const { Properties } of ours) {
          expect(Properties.Namespace).toBe(namespace);
          const writer = ownFunctions(each).find(fn => nameOf(fn) === Properties.Dimensions[0].Value);
          expect(writer?.Properties.Environment.Variables.METRICS_NAMESPACE).toBe(namespace);
        }
      }
    });
  });
}
