import { Button } from '@mantine/core';
import { Problem } from '../api/problem.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { namesOn } from './filters.ts';
import type { SignupsFilter } from './signups-place.ts';

const NOBODY = {
  waiting: ['Nobody is waiting', 'Everyone on the list is invited. New signups wait until you invite them.'],
  invited: ['Nobody is invited', 'People appear here from when you invite them until they accept.'],
  accepted: ['Nobody has accepted yet', 'Invited people appear here once your app redeems their code.'],
} as const;

function emptyText(filter: SignupsFilter): readonly [title: string, text: string] {
  const { q, status } = filter;
  const [name, ...others] = namesOn(filter);
  if (name === undefined)
    return ['No signups yet', 'Share your page. People who join appear here right away.'];
  if (others.length > 0) return ['No matches', 'Nobody on this list matches all of these filters.'];
  if (status) return NOBODY[status];
  return ['No matches', q ? `No email or name contains “${q}”.` : 'Nobody on this list matches this filter.'];
}

/** Says that nobody is shown, and offers to show everybody. */
export function NobodyFound({
  filter,
  onClear,
}: {
  readonly filter: SignupsFilter;
  readonly onClear: () => void;
}) {
  const [title, text] = emptyText(filter);
  return (
    <EmptyState
      title={title}
      action={
        namesOn(filter).length > 0 && (
          <Button variant="default" onClick={onClear}>
            Show everyone
          </Button>
        )
      }
    >
      {text}
    </EmptyState>
  );
}

/** Whether more people in an attached database match a text than the service asks for. */
export const isTooMany = (error: unknown): boolean =>
  error instanceof Problem && error.details.some(({ path }) => path === 'q' || path === 'answers');

export const TooManyFound = () => (
  <EmptyState title="Too many matches">
    More people in your own database match than we can list. Search for more of the email or name, or for a
    rarer answer.
  </EmptyState>
);
