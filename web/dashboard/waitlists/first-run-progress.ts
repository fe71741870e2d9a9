import { useLocalStorage } from '@mantine/hooks';

/** The first steps that this browser remembers; the others show in the data. */
interface Progress {
  readonly isSeen?: boolean;
  readonly isShared?: boolean;
  readonly isDismissed?: boolean;
}

/** The remembered first steps of a waitlist, and how to add one. */
export function useFirstRunProgress(id: string): readonly [Progress, (step: keyof Progress) => void] {
  const [progress, setProgress] = useLocalStorage<Progress>({
    key: `anteroom-first-run-${id}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  return [progress, step => setProgress(last => ({ ...last, [step]: true }))];
}
