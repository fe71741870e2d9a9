import { getCard } from './get-card.ts';

export const cardOperations = [getCard] as const;
