import { useEffect, useRef } from 'react';

interface EditorActions {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly save: () => void;
}

/** Which action a key press asks for. */
function actionOf({ ctrlKey, metaKey, shiftKey, key }: KeyboardEvent): keyof EditorActions | null {
  if (!(ctrlKey || metaKey)) return null;
  const letter = key.toLowerCase();
  if (letter === 's') return 'save';
  if (letter === 'y' || (letter === 'z' && shiftKey)) return 'redo';
  return letter === 'z' ? 'undo' : null;
}

/** Ctrl+Z, Ctrl+Shift+Z, and Ctrl+S, also in fields. The code editor and dialogs undo their own typing. */
export function useEditorKeys(actions: EditorActions): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    function act(event: KeyboardEvent): void {
      const action = actionOf(event);
      const at = event.target instanceof Element ? event.target : null;
      if (action === null || at?.closest('[role="dialog"]')) return;
      if (action !== 'save' && at?.closest('.code-panel')) return;
      event.preventDefault();
      latest.current[action]();
    }
    addEventListener('keydown', act);
    return () => removeEventListener('keydown', act);
  }, []);
}
