import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import type { EntriesInput } from '../api/queries.ts';
import { count } from '../components/format.ts';
import { notify, notifyProblem } from '../components/notify.ts';
import { Download } from '../design/icons.ts';

/** Downloads a URL of ours. A link with `download` never leaves the page, even when the request fails. */
function download(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

/** Downloads those who match as CSV, in the order they are shown. */
export function ExportButton({
  id,
  input,
  total = 0,
  isFiltered,
}: {
  readonly id: string;
  readonly input: EntriesInput;
  /** How many match. */
  readonly total: number | undefined;
  readonly isFiltered: boolean;
}) {
  const begin = useMutation({
    // The page cannot see whether a download fails, so this finds errors first.
    mutationFn: () => call('export_entries', { id, ...input }),
    onSuccess({ export: { url } }) {
      download(url);
      notify('Your download has started.');
    },
    onError: notifyProblem,
  });
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Download size={14} />}
      disabled={total === 0}
      loading={begin.isPending}
      onClick={() => begin.mutate()}
    >
      {isFiltered && total > 0 ? `Export ${count(total, 'match', 'matches')}` : 'Export CSV'}
    </Button>
  );
}
