import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { CopyButton } from '../components/copy-button.tsx';
import { KeyRound } from '../design/icons.ts';

/** A signing secret, which is shown only once. */
export function NewSecret({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
  return (
    <Stack>
      <Alert color="yellow" variant="light" icon={<KeyRound size={18} />} title="Copy the secret now">
        You won’t be able to see it again.
      </Alert>
      <TextInput
        readOnly
        label="Signing secret"
        value={secret}
        onFocus={event => event.target.select()}
        classNames={{ input: 'mono' }}
        data-autofocus
      />
      <p className="quiet">
        We sign every event with it, so that you can tell our requests from forged ones. Before you use an
        event, check its signature: {/* In a new tab: this one would forget the secret. */}
        <a href="/docs#verify-webhooks" target="_blank" rel="noreferrer">
          see how to verify webhooks
        </a>
        .
      </p>
      <div className="dialog-actions">
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
        <CopyButton value={secret} label="Copy secret" variant="filled" />
      </div>
    </Stack>
  );
}
