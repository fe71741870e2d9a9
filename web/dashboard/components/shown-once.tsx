import { Alert, Button, Stack, TextInput } from '@mantine/core';
import type { ReactElement } from 'react';
import { KeyRound } from '../design/icons.ts';
import { CopyButton } from './copy-button.tsx';

/** A secret that is shown only once. */
export function ShownOnce({
  noun,
  label,
  secret,
  warning,
  onDone,
  children,
}: {
  /** As in "Copy key". */
  readonly noun: string;
  readonly label: string;
  readonly secret: string;
  readonly warning: { readonly title: string; readonly text: string };
  readonly onDone: () => void;
  readonly children?: ReactElement;
}) {
  return (
    <Stack>
      <Alert icon={<KeyRound size={18} />} title={warning.title}>
        {warning.text}
      </Alert>
      <TextInput
        readOnly
        label={label}
        value={secret}
        onFocus={event => event.target.select()}
        classNames={{ input: 'mono' }}
        data-autofocus
      />
      {children}
      <div className="dialog-actions">
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
        <CopyButton value={secret} label={`Copy ${noun}`} variant="filled" />
      </div>
    </Stack>
  );
}
