import { Badge } from '@mantine/core';
import type { Webhook } from './queries.ts';

/** Active, failing since some time, or disabled. */
export function WebhookState({ webhook: { state, failingSince } }: { readonly webhook: Webhook }) {
  if (state === 'disabled')
    return (
      <Badge variant="light" color="gray">
        Disabled
      </Badge>
    );
  return failingSince === null ? (
    <Badge variant="light" color="teal">
      Active
    </Badge>
  ) : (
    <Badge variant="light" color="yellow">
      Failing
    </Badge>
  );
}
