import { describe, expect, it } from '@jest/globals';
import { resources, type Synthesized } from '../assembly.ts';

/** What wakes somebody. */
export function checkAlarms(synthesized: Synthesized): void {
  describe('alarms', () => {
    it('say what they mean, and reach somebody in production', () => {
      const alarms = resources(synthesized.production, 'AWS::CloudWatch::Alarm');
      expect(alarms.map(({ id }) => id.replace(/[0-9A-F]{8}$/, '')).sort()).toEqual([
        'BounceRate',
        'ComplaintRate',
        'DatabaseCapacity',
        'DatabaseConnections',
        'DeadLetters',
        'FeedbackDeadLetters',
        'FunctionErrors',
        'FunctionErrors2',
        'Latency',
        'ParkedOutboxRows',
        'QueueAge',
        'SenderRefused',
        'ServerErrors',
        'SharedChallenge',
        'Throttles',
        'Throttles2',
        'UploadErrors',
      ]);
      for (const { Properties } of alarms) {
        expect(Properties.AlarmDescription.length).toBeGreaterThan(30);
        expect(Properties.AlarmActions).toHaveLength(1);
      }
    });
  });
}
