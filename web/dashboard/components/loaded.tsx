import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Problem } from '../api/problem.ts';
import { ProblemView } from './problem-view.tsx';

/** Skeleton lines while something loads. */
export function Lines({ count = 3, height = 14 }: { readonly count?: number; readonly height?: number }) {
  return (
    <Stack gap={height} aria-busy="true">
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      {Array.from({ length: count }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical
        <Skeleton key={line} height={height} width={`${100 - ((line * 17) % 45)}%`} radius="sm" />
      ))}
    </Stack>
  );
}

/** Renders a query's data; before that a skeleton, or the error with a retry button. */
export function Loaded<Data>({
  query,
  skeleton = <Lines />,
  missing,
  children,
}: {
  readonly query: UseQueryResult<Data, Error>;
  readonly skeleton?: ReactNode;
  /** Shown on 404 instead of the error. */
  readonly missing?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (missing !== undefined && query.error instanceof Problem && query.error.status === 404) return missing;
  if (query.isError && !query.isFetching)
    return <ProblemView error={query.error} onRetry={() => void query.refetch()} />;
  return skeleton;
}
