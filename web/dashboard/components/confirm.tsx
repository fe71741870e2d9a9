import { Button, type ButtonProps, Modal, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ProblemView } from './problem-view.tsx';

interface ConfirmProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** A warning of the loss. */
  readonly children: ReactNode;
  /** The verb on the button. */
  readonly action: string;
  /** On the other button, where "Cancel" could mean the action. */
  readonly dismiss?: string;
  /** Text to type before confirming, for large irreversible actions. */
  readonly phrase?: string | undefined;
  /** What confirming does, if it is a call: the dialog shows its progress and its error. */
  readonly mutation?: Pick<UseMutationResult, 'isPending' | 'error' | 'reset'>;
  readonly onConfirm: () => void;
}

/** Asks before a destructive action. */
export function Confirm(props: ConfirmProps) {
  const { opened, title, mutation } = props;
  function close(): void {
    // The next dialog must not show this one's error.
    mutation?.reset();
    props.onClose();
  }
  return (
    <Modal opened={opened} onClose={close} title={title}>
      {/* A separate component, so that reopening starts with an empty field. */}
      <Question {...props} onClose={close} />
    </Modal>
  );
}

/** A button for a destructive action, which it asks about. */
export function ConfirmButton({
  button,
  ...props
}: Omit<ConfirmProps, 'opened' | 'onClose'> & { readonly button?: ButtonProps }) {
  const [isAsking, asking] = useDisclosure();
  return (
    <>
      <Button color="red" variant="default" {...button} onClick={asking.open}>
        {`${props.action}…`}
      </Button>
      <Confirm {...props} opened={isAsking} onClose={asking.close} />
    </>
  );
}

function Question({
  onClose,
  children,
  action,
  dismiss = 'Cancel',
  phrase,
  mutation,
  onConfirm,
}: ConfirmProps) {
  const [typed, setTyped] = useState('');
  const isSure = phrase === undefined || typed.trim() === phrase;
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        // In React, it would reach a form around the button that opened this.
        event.stopPropagation();
        if (isSure && !mutation?.isPending) onConfirm();
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
        {mutation?.error && <ProblemView error={mutation.error} />}
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {dismiss}
          </Button>
          <Button type="submit" color="red" loading={mutation?.isPending ?? false} disabled={!isSure}>
            {action}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
