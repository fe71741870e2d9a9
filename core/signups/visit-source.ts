import * as z from 'zod';
import { SourceInput, sourceName } from '../questions/source.ts';
import { ReferralCode } from './schemas.ts';

/** As a signup sends it. */
const VisitInput = z.object({ source: SourceInput().nullish(), referralCode: ReferralCode });

/**
 * The name that a visit is counted under: that of a signup from there. Pages that the edge kept may send nothing.
 * @throws if a member is of another type
 */
export function visitSource(body: Readonly<Record<string, unknown>>): string {
  const { source, referralCode } = VisitInput.parse(body);
  return sourceName(source ?? null) ?? (referralCode === null ? 'direct' : 'friend');
}
