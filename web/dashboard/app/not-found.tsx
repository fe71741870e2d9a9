import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHeader } from '../components/page-header.tsx';

export function NotFound() {
  return (
    <>
      <PageHeader title="Nothing is here" />
      <EmptyState
        title="No such screen"
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
