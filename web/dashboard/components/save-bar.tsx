import { Button, Group } from '@mantine/core';
import { UnsavedGuard } from './unsaved-guard.tsx';

/** The buttons of a form that save and discard its changes. Warns before leaving with unsaved changes. */
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
          Discard changes
        </Button>
      )}
      <Button type="submit" disabled={!isDirty} loading={isBusy}>
        {label}
      </Button>
      <UnsavedGuard when={isDirty} />
    </Group>
  );
}
