import { Button } from '@mantine/core';
import type { Fault } from '../components/code-editor.tsx';
import { CircleAlert } from '../design/icons.ts';
import type { useSaveWaitlist } from '../waitlists/use-save.ts';
import type { PageDraft } from './page-draft.ts';

/** What visitors see now, and saving the draft. */
export function EditorBar({
  draft,
  save,
  isFaulty,
  fault,
  failure,
  onShow,
}: {
  readonly draft: PageDraft;
  readonly save: ReturnType<typeof useSaveWaitlist>;
  readonly isFaulty: boolean;
  readonly fault: Fault | undefined;
  /** Why the preview shows the default form. */
  readonly failure: string | null;
  /** Shows a line of the code. */
  readonly onShow: (line: number) => void;
}) {
  return (
    <div className="editor-bar">
      <div role="status" className="editor-state">
        {fault ? (
          <p className="fault">
            <CircleAlert size={16} aria-hidden />
            <button type="button" className="link" onClick={() => onShow(fault.line)}>
              {`Line ${fault.line}`}
            </button>
            <span>{fault.message}</span>
          </p>
        ) : failure !== null ? (
          <p className="fault">
            <CircleAlert size={16} aria-hidden />
            <span>{`Visitors would see the default form instead. ${failure}`}</span>
          </p>
        ) : (
          <p className="quiet">
            {draft.isDirty
              ? 'Unsaved changes. Visitors still see the saved page.'
              : 'Saved. This is what visitors see.'}
          </p>
        )}
      </div>
      {draft.isDirty && (
        <Button variant="subtle" color="gray" onClick={draft.reset}>
          Undo changes
        </Button>
      )}
      <Button
        loading={save.isPending}
        disabled={!draft.isDirty || isFaulty}
        onClick={() =>
          save.mutate(draft.changes, { onSuccess: ({ waitlist: stored }) => draft.markSaved(stored) })
        }
      >
        Save page
      </Button>
    </div>
  );
}
