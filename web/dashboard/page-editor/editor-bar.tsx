import { ActionIcon, Button, Tooltip } from '@mantine/core';
import type { Fault } from '../components/code-editor.tsx';
import { CircleAlert, Redo, Undo } from '../design/icons.ts';
import type { PageDraft } from './page-draft.ts';

interface EditorBarProps {
  readonly draft: PageDraft;
  readonly isSaving: boolean;
  readonly onSave: () => void;
  readonly isFaulty: boolean;
  readonly fault: Fault | undefined;
  /** Why the preview shows the default form. */
  readonly failure: string | null;
  /** Shows a line of the code. */
  readonly onShow: (line: number) => void;
}

/** What visitors see now, steps back and forth, and saving the draft. */
export function EditorBar({ draft, isSaving, onSave, isFaulty, ...state }: EditorBarProps) {
  return (
    <div className="editor-tools">
      <div role="status" className="editor-says">
        <State draft={draft} {...state} />
      </div>
      {draft.isDirty && (
        <Button size="xs" variant="subtle" color="gray" onClick={draft.discard}>
          Discard changes
        </Button>
      )}
      <div className="editor-steps">
        <Step label="Undo" keys="Ctrl+Z" icon={Undo} isOn={draft.canUndo} onClick={draft.undo} />
        <Step label="Redo" keys="Ctrl+Shift+Z" icon={Redo} isOn={draft.canRedo} onClick={draft.redo} />
      </div>
      <Button size="sm" loading={isSaving} disabled={!draft.isDirty || isFaulty} onClick={onSave}>
        Save page
      </Button>
    </div>
  );
}

function Step({
  label,
  keys,
  icon: Icon,
  isOn,
  onClick,
}: {
  readonly label: string;
  readonly keys: string;
  readonly icon: typeof Redo;
  readonly isOn: boolean;
  readonly onClick: () => void;
}) {
  return (
    <Tooltip label={<span>{`${label} (${keys})`}</span>}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        aria-label={label}
        disabled={!isOn}
        onClick={onClick}
      >
        <Icon size={17} />
      </ActionIcon>
    </Tooltip>
  );
}

function State({
  draft,
  fault,
  failure,
  onShow,
}: Pick<EditorBarProps, 'draft' | 'fault' | 'failure' | 'onShow'>) {
  if (fault)
    return (
      <p className="fault">
        <CircleAlert size={16} aria-hidden />
        <button type="button" className="link" onClick={() => onShow(fault.line)}>
          {`Line ${fault.line}`}
        </button>
        <span>{fault.message}</span>
      </p>
    );
  if (failure !== null)
    return (
      <p className="fault">
        <CircleAlert size={16} aria-hidden />
        <span>{`Visitors would see the default form instead. ${failure}`}</span>
      </p>
    );
  return (
    <p className="editor-saved" data-dirty={draft.isDirty || undefined}>
      <span>
        <span>{draft.isDirty ? 'Unsaved changes.' : 'Saved.'}</span>{' '}
        <span className="editor-more">
          {draft.isDirty ? 'Visitors still see the saved page.' : 'This is what visitors see.'}
        </span>
      </span>
    </p>
  );
}
