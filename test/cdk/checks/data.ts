import { describe, expect, it } from '@jest/globals';
import { type Assembly, type FoundResource, resources, type Synthesized } from '../assembly.ts';

/** What happens to data when something is deleted, lost, or old. */
export function checkData(synthesized: Synthesized): void {
  const policyOf = (each: Assembly, type: string, id: RegExp): string[] =>
    resources(each, type)
      .filter(found => id.test(found.id))
      .map(found => (found as FoundResource & { DeletionPolicy: string }).DeletionPolicy);

  describe('data', () => {
    it('is backed up and protected in production, and goes with its stack in development', () => {
      const [production] = resources(synthesized.production, 'AWS::RDS::DBCluster');
      expect(production?.Properties).toMatchObject({
        BackupRetentionPeriod: 14,
        DeletionProtection: true,
        CopyTagsToSnapshot: true,
      });
      const [development] = resources(synthesized.development, 'AWS::RDS::DBCluster');
      expect(development?.Properties).toMatchObject({ BackupRetentionPeriod: 1, DeletionProtection: false });
      expect(policyOf(synthesized.production, 'AWS::RDS::DBCluster', /./)).toEqual(['Snapshot']);
      expect(policyOf(synthesized.development, 'AWS::RDS::DBCluster', /./)).toEqual(['Delete']);
    });

    it('that cannot be recreated outlives its stack in production: keys, and all versions of uploaded images', () => {
      const kept = [
        ['AWS::KMS::Key', /^DataKey/],
        ['AWS::KMS::Key', /^SealKey/],
        ['AWS::SecretsManager::Secret', /^DigestKey/],
        ['AWS::S3::Bucket', /^UploadBucket/],
      ] as const;
      for (const [type, id] of kept) {
        expect([id, policyOf(synthesized.production, type, id)]).toEqual([id, ['Retain']]);
        expect([id, policyOf(synthesized.development, type, id)]).toEqual([id, ['Delete']]);
      }
      for (const each of synthesized.both()) {
        const uploads = resources(each, 'AWS::S3::Bucket').find(({ id }) => id.startsWith('UploadBucket'));
        expect(uploads?.Properties.VersioningConfiguration).toEqual({ Status: 'Enabled' });
        for (const { Properties } of resources(each, 'AWS::KMS::Key'))
          expect(Properties.EnableKeyRotation).toBe(true);
      }
    });

    it('has a second instance and a NAT gateway in another zone in production', () => {
      const count = (each: Assembly, type: string) => resources(each, type).length;
      expect(count(synthesized.production, 'AWS::RDS::DBInstance')).toBe(2);
      expect(count(synthesized.production, 'AWS::EC2::NatGateway')).toBe(2);
      expect(count(synthesized.development, 'AWS::RDS::DBInstance')).toBe(1);
      expect(count(synthesized.development, 'AWS::EC2::NatGateway')).toBe(1);
    });

    it('in logs expires: no log group keeps it forever', () => {
      for (const [each, days] of [
        [synthesized.development, 7],
        [synthesized.production, 90],
      ] as const) {
        const groups = resources(each, 'AWS::Logs::LogGroup');
        expect(groups.length).toBeGreaterThan(15);
        for (const { stack, id, Properties } of groups) {
          // CDK creates those of edge functions, which log failures and nothing about the request.
          const atCloudFront = stack === 'Edge' && /FnLogGroup/.test(id);
          expect([id, Properties.RetentionInDays]).toEqual([id, atCloudFront ? expect.any(Number) : days]);
        }
      }
    });
  });
}
