import { ValidationError } from '../../core/kernel/errors.ts';
import { isPlanId, PLANS, type PlanId } from '../../core/kernel/plans.ts';

/** @throws {ValidationError} if it is no plan */
export function toPlan(text: string): PlanId {
  if (isPlanId(text)) return text;
  throw ValidationError.at('plan', `must be one of ${Object.keys(PLANS).join(', ')}`);
}

const MAX_ROWS = 1_000;

/** How many rows to list. @throws {ValidationError} if it is no number from 1 to 1000 */
export function toLimit(text = '50'): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= MAX_ROWS) return limit;
  throw ValidationError.at('limit', `must be a number from 1 to ${MAX_ROWS}`);
}

/**
 * The one of several options that was given.
 * @throws {ValidationError} if none was, or several
 */
export function oneOf<Name extends string>(
  options: Readonly<Record<string, string>>,
  names: readonly Name[],
): readonly [name: Name, value: string] {
  const [first, ...others] = names.filter(name => options[name] !== undefined);
  const list = names.map(name => `--${name}`).join(' or ');
  if (first === undefined) throw ValidationError.at(names.join(', '), `give one of ${list}`);
  if (others.length > 0) throw ValidationError.at(names.join(', '), `give only one of ${list}`);
  return [first, options[first] ?? ''];
}
