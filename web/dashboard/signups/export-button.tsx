import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { notify, notifyProblem } from '../components/notify.ts';
import { Download } from '../design/icons.ts';
import { saveFrom } from './save-from.ts';

/** Has the browser save all signups as CSV. It shows how far it is and stops it, as with any other file. */
export function ExportButton({ id, isEmpty }: { readonly id: string; readonly isEmpty: boolean }) {
  const path = `/dashboard/waitlists/${encodeURIComponent(id)}/export`;
  const begin = useMutation({
    // The page hears nothing of what the browser saves: what would be refused must be known before.
    mutationFn: () => call(`${path}-check`),
    onSuccess() {
      saveFrom(`/api/v1${path}`);
      notify('The download has begun. Your browser shows how far it is.');
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
