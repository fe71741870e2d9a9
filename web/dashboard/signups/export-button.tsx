import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { notifyProblem } from '../components/notify.ts';
import { Download } from '../design/icons.ts';
import { exportSignups, saveFile } from './export-signups.ts';

/** Saves all signups as CSV, and says how far it is; pressed meanwhile, or left, it stops. */
export function ExportButton({ id, isEmpty }: { readonly id: string; readonly isEmpty: boolean }) {
  const running = useRef<AbortController>(null);
  const [done, setDone] = useState(0);
  const save = useMutation({
    mutationFn(stop: AbortController) {
      return exportSignups(id, { signal: stop.signal, onProgress: setDone });
    },
    onSuccess: file => saveFile(file, 'signups.csv'),
    onError(error, stop) {
      if (!stop.signal.aborted) notifyProblem(error);
    },
  });
  useEffect(() => () => running.current?.abort(), []);

  function press(): void {
    if (save.isPending) {
      running.current?.abort();
      return;
    }
    const stop = new AbortController();
    running.current = stop;
    setDone(0);
    save.mutate(stop);
  }
  return (
    <Button
      variant="default"
      leftSection={<Download size={16} />}
      disabled={isEmpty && !save.isPending}
      onClick={press}
    >
      {save.isPending ? `Stop (${Math.round(done * 100)} %)` : 'Export CSV'}
    </Button>
  );
}
