import type * as z from 'zod';
import { unknownVariables } from '../email/variables.ts';

/** The variables of an announcement. */
export const ANNOUNCEMENT_VARIABLES = [
  'name',
  'position',
  'ahead',
  'referralLink',
  'statusLink',
  'waitlistName',
] as const;
export type AnnouncementValues = Readonly<Record<(typeof ANNOUNCEMENT_VARIABLES)[number], string>>;

export function refuseUnknown(value: string, context: z.RefinementCtx): void {
  const [unknown] = unknownVariables(value, ANNOUNCEMENT_VARIABLES);
  if (unknown === undefined) return;
  const known = ANNOUNCEMENT_VARIABLES.map(name => `{{${name}}}`).join(', ');
  context.addIssue({
    code: 'custom',
    message: `uses the unknown variable {{${unknown}}}; available: ${known}`,
  });
}
