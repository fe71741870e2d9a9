import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ProblemView } from './problem-view.tsx';

export interface ConfirmProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What will be lost, by name and number. */
  readonly children: ReactNode;
  /** The verb on the button. */
  readonly action: string;
  /** What must be typed first; for what is large and cannot be brought back. */
  readonly phrase?: string | undefined;
  readonly isBusy: boolean;
  readonly error?: unknown;
  readonly onConfirm: () => void;
}

/** Asks before something is destroyed. */
export function Confirm(props: ConfirmProps) {
  const { opened, onClose, title } = props;
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      {/* Of its own, so that what was typed is gone when it opens again. */}
      <Question {...props} />
    </Modal>
  );
}

function Question({ onClose, children, action, phrase, isBusy, error, onConfirm }: ConfirmProps) {
  const [typed, setTyped] = useState('');
  const isSure = phrase === undefined || typed.trim() === phrase;
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        if (isSure && !isBusy) onConfirm();
      }}
    >
      <Stack gap="md">
        <div className="confirm-text">{children}</div>
        {phrase !== undefined && (
          <TextInput
            label={
              <>
                Type <span className="phrase">{phrase}</span> to confirm
              </>
            }
            value={typed}
            onChange={event => setTyped(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
        )}
        {error !== undefined && error !== null && <ProblemView error={error} />}
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={isBusy} disabled={!isSure}>
            {action}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
