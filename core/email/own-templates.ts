import type { PlanId } from '../kernel/plans.ts';

interface TemplateSender {
  readonly plan: PlanId;
  readonly createdAt: Date;
  readonly hasPaid: boolean;
}

/**
 * When an account starts to send email from its own templates; null: it does now. Our sender is worth most to people who
 * open an account for one mailing, so a free account that never paid sends the default email at first.
 */
export function ownTemplatesFrom(
  { plan, createdAt, hasPaid }: TemplateSender,
  afterHours: number,
  now: Date = new Date(),
): Date | null {
  if (plan !== 'free' || hasPaid) return null;
  const from = new Date(createdAt.getTime() + afterHours * 3600_000);
  return from > now ? from : null;
}
