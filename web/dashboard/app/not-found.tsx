import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHeader } from '../components/page-header.tsx';

/** Shown when the address matches nothing. */
export function NotFound({ what = 'page' }: { readonly what?: string }) {
  return (
    <>
      <div className="unseen">
        <PageHeader title="Not found" />
      </div>
      <EmptyState
        title={`We can’t find this ${what}`}
        action={
          <Button component={Link} to="/">
            Go to your waitlists
          </Button>
        }
      >
        {`The link may be wrong, or the ${what} may have been deleted.`}
      </EmptyState>
    </>
  );
}
