import type * as z from 'zod';
import {
  type CallerContext,
  type Creating,
  type Definition,
  defineOperation,
  definePeopleOperation,
  type Operation,
} from '../kernel/operation.ts';
import type { Scope } from '../kernel/scopes.ts';
import { requireWaitlist, type WaitlistFinder } from './require-waitlist.ts';
import type { WaitlistRecord } from './waitlist.ts';

/** The context of an operation on one waitlist. */
export interface WaitlistContext<Services> extends CallerContext<Services> {
  /** The caller's own waitlist that `{id}` names. */
  readonly waitlist: WaitlistRecord;
}

type WaitlistPath = `${string}/waitlists/{id}${string}`;
type WithId = z.ZodObject<{ id: z.ZodString }>;

/**
 * `run` gets the waitlist instead of the `id` in the request, so it cannot reach another account's
 * waitlist.
 */
interface WaitlistDefinition<
  Services extends WaitlistFinder,
  Input extends WithId,
  Output extends z.ZodType,
  Path extends WaitlistPath,
  Name extends string,
> extends Omit<Definition<Services, Input, Output, Path, Name, Creating<CallerContext<Services>>>, 'run'> {
  /** Input rules that the schema cannot state. They are checked before an unknown waitlist is reported. */
  check?(context: CallerContext<Services>, input: Omit<z.output<Input>, 'id'>): void | Promise<void>;
  run(
    context: Creating<WaitlistContext<Services>>,
    input: Omit<z.output<Input>, 'id'>,
  ): Promise<z.input<Output>>;
}

/**
 * Looks up the waitlist after the input checks and before `run` (contract section 2: the order of checks).
 */
function resolveWaitlist<
  Services extends WaitlistFinder,
  Input extends WithId,
  Output extends z.ZodType,
  Path extends WaitlistPath,
  Name extends string,
>({ check, run, ...definition }: WaitlistDefinition<Services, Input, Output, Path, Name>) {
  return {
    ...definition,
    async run(
      context: Creating<CallerContext<Services>>,
      { id, ...input }: z.output<Input>,
    ): Promise<z.input<Output>> {
      await check?.(context, input);
      const waitlist = await requireWaitlist(context.services, context.caller.account.id, id);
      return run({ ...context, waitlist }, input);
    },
  };
}

/** Defines an operation on the waitlist in `{id}`. */
type DefineForWaitlist<Required> = <
  Services extends WaitlistFinder,
  Input extends WithId,
  Output extends z.ZodType,
  const Path extends WaitlistPath,
  const Name extends string,
>(
  definition: WaitlistDefinition<Services, Input, Output, Path, Name> & Required,
) => Operation<Services, Input, Output, Name>;

/** Defines an operation on a waitlist that needs `scope`. */
export const defineWaitlistOperation: DefineForWaitlist<{ readonly scope: Scope }> = definition =>
  defineOperation({ ...resolveWaitlist(definition), scope: definition.scope });

/** Defines an operation on a waitlist for people in the dashboard. */
export const definePeopleWaitlistOperation: DefineForWaitlist<{
  readonly group: 'dashboard';
}> = definition => definePeopleOperation({ ...resolveWaitlist(definition), group: definition.group });
