import { Badge } from '@mantine/core';
import type { Webhook } from './queries.ts';

/** Active, failing since some time, or disabled. */
export function WebhookState({ webhook: { state, failingSince } }: { readonly webhook: Webhook }) {
  if (state === 'disabled') return <Badge color="gray">Disabled</Badge>;
  return failingSince === null ? <Badge color="teal">Active</Badge> : <Badge color="red">Failing</Badge>;
}
