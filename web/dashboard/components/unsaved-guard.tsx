import { Button, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';

/** Asks before leaving a screen with unsaved changes, in the dashboard or for another site. */
export function UnsavedGuard({ when }: { readonly when: boolean }) {
  const { status, proceed, reset } = useBlocker({
    // A new query stays on the screen.
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: () => when,
    withResolver: true,
  });
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title="Leave without saving?">
      <Stack>
        <Text c="dimmed">You have unsaved changes on this page.</Text>
        <div className="dialog-actions">
          <Button variant="default" onClick={() => proceed?.()}>
            Leave without saving
          </Button>
          <Button onClick={() => reset?.()} data-autofocus>
            Keep editing
          </Button>
        </div>
      </Stack>
    </Modal>
  );
}
