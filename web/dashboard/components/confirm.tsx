import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ProblemView } from './problem-view.tsx';

export interface ConfirmProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** A warning of the loss. */
  readonly children: ReactNode;
  /** The verb on the button. */
  readonly action: string;
  /** Text to type before confirming, for large irreversible actions. */
  readonly phrase?: string | undefined;
  readonly isBusy: boolean;
  readonly error?: unknown;
  readonly onConfirm: () => void;
}

/** Asks before a destructive action. */
export function Confirm(props: ConfirmProps) {
  const { opened, onClose, title } = props;
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      {/* A separate component, so that reopening starts with an empty field. */}
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
              <span>
                Type <span className="phrase">{phrase}</span> to confirm
              </span>
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
