import { useState } from 'react';

const MOST_STEPS = 100;
/** Typing on in one field is one step; after such a pause it is another. */
const PAUSE_MS = 800;

interface History<State> {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
  /** The field that was changed last, and when. */
  readonly last: { readonly field: string; readonly at: number } | null;
}

/** A state whose last changes can be undone and redone. */
export function useHistory<State>(initial: State) {
  const [history, setHistory] = useState<History<State>>({
    past: [],
    present: initial,
    future: [],
    last: null,
  });
  return {
    present: history.present,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change(field: string, make: (present: State) => State) {
      const at = Date.now();
      setHistory(({ past, present, last }) => {
        const goesOn = last?.field === field && at - last.at < PAUSE_MS;
        return {
          past: goesOn ? past : [...past, present].slice(-MOST_STEPS),
          present: make(present),
          future: [],
          last: { field, at },
        };
      });
    },
    undo: () =>
      setHistory(history => {
        const { past, present, future } = history;
        const [before] = past.slice(-1);
        if (before === undefined) return history;
        return { past: past.slice(0, -1), present: before, future: [present, ...future], last: null };
      }),
    redo: () =>
      setHistory(history => {
        const { past, present, future } = history;
        const [after, ...rest] = future;
        if (after === undefined) return history;
        return { past: [...past, present], present: after, future: rest, last: null };
      }),
    /** Changes the present without a step. */
    replace: (make: (present: State) => State) =>
      setHistory(history => ({ ...history, present: make(history.present) })),
  };
}
