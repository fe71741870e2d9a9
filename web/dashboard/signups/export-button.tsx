import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { notify, notifyProblem } from '../components/notify.ts';
import { Download } from '../design/icons.ts';
import { saveFrom } from './save-from.ts';

/** Downloads all signups as CSV. */
export function ExportButton({ id, isEmpty }: { readonly id: string; readonly isEmpty: boolean }) {
  const path = `/dashboard/waitlists/${encodeURIComponent(id)}/export`;
  const begin = useMutation({
    // The page cannot see whether a download fails, so errors are checked for first.
    mutationFn: () => call(`${path}-check`),
    onSuccess() {
      saveFrom(`/api/v1${path}`);
      notify('Your download has started.');
    },
    onError: notifyProblem,
  });
  return (
    <Button
      variant="default"
      leftSection={<Download size={16} />}
      disabled={isEmpty}
      loading={begin.isPending}
      onClick={() => begin.mutate()}
    >
      Export CSV
    </Button>
  );
}
