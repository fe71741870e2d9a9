import type { Operation } from '../kernel/operation.ts';
import type { WaitlistFinder } from '../waitlists/require-waitlist.ts';
import { getCard } from './get-card.ts';

export const cardOperations = [getCard] as const satisfies readonly Operation<WaitlistFinder>[];
