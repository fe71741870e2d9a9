import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHeader } from '../components/page-header.tsx';

/** Nothing is at this address, or not any more. */
export function NotFound({ what = 'screen' }: { readonly what?: string }) {
  return (
    <>
      <PageHeader title="Nothing is here" />
      <EmptyState
        title={`No such ${what}`}
        action={
          <Button component={Link} to="/">
            To your waitlists
          </Button>
        }
      >
        The address is wrong, or what was here is gone.
      </EmptyState>
    </>
  );
}
