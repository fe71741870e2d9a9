import { Button, Group } from '@mantine/core';
import { UnsavedGuard } from './unsaved-guard.tsx';

/** Saves a form or puts it back; there is nothing to press while nothing has changed. */
export function SaveBar({
  isDirty,
  isBusy,
  onReset,
  label = 'Save',
}: {
  readonly isDirty: boolean;
  readonly isBusy: boolean;
  readonly onReset: () => void;
  readonly label?: string;
}) {
  return (
    <Group gap="xs" justify="flex-end" className="save-bar">
      {isDirty && (
        <Button variant="subtle" color="gray" onClick={onReset} disabled={isBusy}>
          Undo changes
        </Button>
      )}
      <Button type="submit" disabled={!isDirty} loading={isBusy}>
        {label}
      </Button>
      <UnsavedGuard when={isDirty} />
    </Group>
  );
}
