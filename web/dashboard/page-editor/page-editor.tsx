import { SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { TemplateName } from '../../../core/page-code/design.ts';
import { toProblem } from '../api/problem.ts';
import type { Waitlist } from '../api/queries.ts';
import type { Reveal } from '../components/code-editor.tsx';
import { Lines } from '../components/loaded.tsx';
import { ProblemView } from '../components/problem-view.tsx';
import { UnsavedGuard } from '../components/unsaved-guard.tsx';
import { useSaveWaitlist } from '../waitlists/use-save.ts';
import { CodeActions } from './code-actions.tsx';
import type { CodePanelProps } from './code-panel.tsx';
import { DesignPanel } from './design-panel.tsx';
import { EditorBar } from './editor-bar.tsx';
import { PageCanvas } from './page-canvas.tsx';
import { type PageDraft, usePageDraft } from './page-draft.ts';
import { ReplaceCode } from './replace-code.tsx';
import { SharingCards } from './sharing-cards.tsx';
import { SharingPanel } from './sharing-panel.tsx';
import { useCheckedCode } from './use-checked-code.ts';
import { useEditorKeys } from './use-editor-keys.ts';

/** Loaded separately: the editor and the check are most of this screen's script, and only code needs them. */
const CodePanel = lazy(() => import('./code-panel.tsx'));
const QuestionsPanel = lazy(() => import('./questions-panel.tsx'));

type Mode = 'design' | 'questions' | 'sharing' | 'code';

const MODES: readonly { readonly value: Mode; readonly label: string }[] = [
  { value: 'design', label: 'Design' },
  { value: 'questions', label: 'Questions' },
  { value: 'sharing', label: 'Sharing' },
  { value: 'code', label: 'Code' },
];

/** The page as it will be, beside what can be changed about it. */
export function PageEditor({ waitlist }: { readonly waitlist: Waitlist }) {
  const { edit: mode = 'design' } = useSearch({ from: '/waitlists/$id/page' });
  const navigate = useNavigate({ from: '/waitlists/$id/page' });
  const draft = usePageDraft(waitlist);
  const [isFull, setFull] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [reveal, setReveal] = useState<Reveal>();
  const saving = useSaving(waitlist, draft);
  const choice = useTemplateChoice(draft);
  const { faults, shown, isFaulty } = useCheckedCode(draft.code, draft.template);

  function openMode(next: Mode): void {
    setFull(false);
    void navigate({ search: next === 'design' ? {} : { edit: next }, replace: true });
  }
  const save = () => {
    if (draft.isDirty && !isFaulty) saving.save();
  };
  useEditorKeys({ undo: draft.undo, redo: draft.redo, save });

  return (
    <section
      className="page-editor"
      aria-label="Page editor"
      data-mode={mode}
      data-full={(mode === 'code' && isFull) || undefined}
    >
      <div className="editor-modes">
        <SegmentedControl
          fullWidth
          size="sm"
          aria-label="What to edit"
          value={mode}
          onChange={next => openMode(next as Mode)}
          data={[...MODES]}
        />
      </div>
      <div className="editor-panel">
        <SaveProblem {...saving} mode={mode} />
        <Panel
          mode={mode}
          onMode={openMode}
          waitlist={waitlist}
          draft={draft}
          errors={saving.errors}
          choice={choice}
          code={{ faults, reveal, onReveal: setReveal, isFull, onFull: setFull }}
        />
      </div>
      {mode === 'sharing' ? (
        <SharingCards waitlist={waitlist} sharing={draft.sharing} />
      ) : (
        <PageCanvas code={shown} waitlist={waitlist} draft={draft} onState={setFailure} />
      )}
      <EditorBar
        draft={draft}
        isSaving={saving.isPending}
        onSave={save}
        isFaulty={isFaulty}
        fault={faults[0]}
        failure={mode === 'sharing' ? null : failure}
        onShow={line => {
          openMode('code');
          setReveal({ line });
        }}
      />
      {choice.dialog}
      <UnsavedGuard when={draft.isDirty} />
    </section>
  );
}

interface PanelProps {
  readonly mode: Mode;
  readonly onMode: (mode: Mode) => void;
  readonly waitlist: Waitlist;
  readonly draft: PageDraft;
  readonly errors: Readonly<Record<string, string>>;
  readonly choice: ReturnType<typeof useTemplateChoice>;
  readonly code: Pick<CodePanelProps, 'faults' | 'reveal' | 'onReveal' | 'isFull' | 'onFull'>;
}

/** What can be changed in a mode. */
function Panel({ mode, onMode, waitlist, draft, errors, choice, code }: PanelProps) {
  switch (mode) {
    case 'design':
      return (
        <DesignPanel
          waitlist={waitlist}
          draft={draft}
          errors={errors}
          onChange={draft.setLook}
          onTemplate={choice.choose}
          onEditCode={() => onMode('code')}
        />
      );
    case 'questions':
      return (
        <Suspense fallback={<Lines count={6} />}>
          <QuestionsPanel questions={draft.questions} errors={errors} onChange={draft.setQuestions} />
        </Suspense>
      );
    case 'sharing':
      return (
        <SharingPanel
          waitlist={waitlist}
          sharing={draft.sharing}
          errors={errors}
          onChange={draft.setSharing}
        />
      );
    case 'code':
      return (
        <Suspense fallback={<Lines count={12} />}>
          <CodePanel
            {...code}
            code={draft.code}
            onChange={draft.setCode}
            onReset={choice.reset}
            actions={<CodeActions waitlist={waitlist} draft={draft} />}
          />
        </Suspense>
      );
  }
}

/** Saves all changes together. An error lasts until the draft changes. */
function useSaving(waitlist: Waitlist, draft: PageDraft) {
  const save = useSaveWaitlist(waitlist.id);
  const { changes } = draft;
  const error = save.variables === changes ? save.error : null;
  const errors = useMemo((): Record<string, string> => {
    if (!error) return {};
    const problem = toProblem(error);
    return { ...problem.fields('design'), ...problem.inside('questions') };
  }, [error]);
  return {
    error,
    /** By field of the design or of sharing, by path of a question; `reactCode` for the code. */
    errors,
    isPending: save.isPending,
    save: () => save.mutate(changes, { onSuccess: ({ waitlist: stored }) => draft.markSaved(stored) }),
  };
}

const FIELDS = {
  design: ['headline', 'tagline', 'buttonLabel', 'brandColor', 'logoUrl', 'imageUrl', 'launchAt'],
  sharing: ['seoTitle', 'seoDescription', 'seoKeywords', 'ogImage'],
  questions: ['questions'],
  code: [],
} as const satisfies Readonly<Record<Mode, readonly string[]>>;

/** Why it was not saved, unless a field of the panel says so. */
function SaveProblem({
  error,
  errors,
  mode,
}: { readonly mode: Mode } & Pick<ReturnType<typeof useSaving>, 'error' | 'errors'>) {
  const isAtField = FIELDS[mode].some(field => field in errors);
  if (!error || (isAtField && !errors.reactCode)) return null;
  return <ProblemView error={error} title={errors.reactCode} />;
}

/** A template replaces the owner's own code only after asking. */
function useTemplateChoice({ template, pickTemplate }: PageDraft) {
  const [asked, setAsked] = useState<TemplateName | null>(null);
  return {
    choose(name: TemplateName): void {
      if (template === 'custom') setAsked(name);
      else pickTemplate(name);
    },
    reset: () => setAsked(template === 'custom' ? 'door' : template),
    dialog: (
      <ReplaceCode
        template={asked}
        isOwnCode={template === 'custom'}
        onClose={() => setAsked(null)}
        onConfirm={name => {
          setAsked(null);
          pickTemplate(name);
        }}
      />
    ),
  };
}
