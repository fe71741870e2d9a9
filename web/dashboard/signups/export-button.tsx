import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call, urlOf } from '../api/client.ts';
import { notify, notifyProblem } from '../components/notify.ts';
import { Download } from '../design/icons.ts';

/** Downloads a URL of ours. A link with `download` never leaves the page, even when the request fails. */
function download(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  // Lets the service recognize its own link in browsers that send no Sec-Fetch headers.
  link.referrerPolicy = 'same-origin';
  link.click();
}

/** Downloads all signups as CSV. */
export function ExportButton({ id, isEmpty }: { readonly id: string; readonly isEmpty: boolean }) {
  const begin = useMutation({
    // The page cannot see whether a download fails, so errors are checked for first.
    mutationFn: () => call('check_export', { id }),
    onSuccess() {
      download(urlOf('export_entries', { id }));
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
