import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Fault } from '../components/code-editor.tsx';
import type { PageDraft } from './page-draft.ts';

/** Loaded separately: only code needs the check. */
const codeCheckQuery = queryOptions({
  queryKey: ['code check'],
  queryFn: async () => (await import('./check-code.ts')).checkCode,
  staleTime: 'static',
});

const NO_FAULTS: readonly Fault[] = [];

const TYPING_MS = 500;

/** Page code with its faults. `shown` is the last valid code, through the loop guard. */
export function useCheckedCode(code: string, template: PageDraft['template']) {
  const [settled] = useDebouncedValue(code, TYPING_MS);
  // A template is shown at once; code is checked when typing pauses.
  const isOwn = template === 'custom';
  const { data: checkCode } = useQuery({ ...codeCheckQuery, enabled: isOwn });
  const { faults, guarded } = useMemo(() => {
    if (!isOwn) return { faults: NO_FAULTS, guarded: code };
    return checkCode?.(settled) ?? { faults: NO_FAULTS, guarded: null };
  }, [isOwn, code, settled, checkCode]);
  // The last valid code, so that a half-typed line doesn't blank the preview.
  const [shown, setShown] = useState<string | null>(null);
  if (guarded !== null && guarded !== shown) setShown(guarded);
  const isFaulty = useMemo(
    () => isOwn && (checkCode?.(code).faults.length ?? 0) > 0,
    [isOwn, code, checkCode],
  );
  return { faults, shown, isFaulty };
}
