import { Button, SegmentedControl } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { TemplateName } from '../../../core/page-code/design.ts';
import { leadOf, toPageDesign } from '../../../core/pages/page-design.ts';
import { toProblem } from '../api/problem.ts';
import { overviewQuery, pageGenerationQuery, type Waitlist } from '../api/queries.ts';
import type { Fault, Reveal } from '../components/code-editor.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { Lines } from '../components/loaded.tsx';
import { ProblemView } from '../components/problem-view.tsx';
import { Section } from '../components/section.tsx';
import { UnsavedGuard } from '../components/unsaved-guard.tsx';
import { CircleAlert, Sparkles } from '../design/icons.ts';
import { usePageUrl } from '../waitlists/use-page-url.ts';
import { useSaveWaitlist } from '../waitlists/use-save.ts';
import { agentPrompt } from './agent-prompt.ts';
import { DesignPanel } from './design-panel.tsx';
import { GeneratePage } from './generate-page.tsx';
import { type Look, usePageDraft } from './page-draft.ts';
import { PagePreviews } from './page-previews.tsx';
import { ReplaceCode } from './replace-code.tsx';

/** Loaded separately: the editor and the check are most of this screen's script, and only code needs them. */
const CodePanel = lazy(() => import('./code-panel.tsx'));
const codeCheckQuery = queryOptions({
  queryKey: ['code check'],
  queryFn: async () => (await import('./check-code.ts')).checkCode,
  staleTime: 'static',
});

const NO_FAULTS: readonly Fault[] = [];

const TYPING_MS = 500;

/** Errors by field of the design; `reactCode` for the code. */
const errorsOf = (error: unknown): Record<string, string> =>
  error === null ? {} : toProblem(error).fields('design');

/** The look of the page, or its code, next to a live preview. */
export function PageEditor({ waitlist }: { readonly waitlist: Waitlist }) {
  const { edit } = useSearch({ from: '/waitlists/$id/page' });
  const navigate = useNavigate({ from: '/waitlists/$id/page' });
  const isCode = edit === 'code';
  const draft = usePageDraft(waitlist);
  const { look, code, isDirty, template } = draft;
  const [settled] = useDebouncedValue(code, TYPING_MS);
  const [isFull, setFull] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [link, setLink] = useState<URL | null>(null);
  const [reveal, setReveal] = useState<Reveal>();
  const [asked, setAsked] = useState<TemplateName | null>(null);
  const [isGenerating, generating] = useDisclosure();
  const url = usePageUrl(waitlist);
  const overview = useQuery(overviewQuery(waitlist.id));
  const { data: generation } = useQuery({ ...pageGenerationQuery, enabled: isCode });
  const save = useSaveWaitlist(waitlist.id);
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
  const design = useMemo(() => toPageDesign({ ...look, template }), [look, template]);
  const [fault] = faults;
  const errors = useMemo(() => errorsOf(save.error), [save.error]);
  const isAtField = !isCode && Object.keys(errors).some(field => field in look);

  function openMode(next: string): void {
    setFull(false);
    void navigate({ search: next === 'code' ? { edit: 'code' } : {}, replace: true });
  }
  function changeLook(change: Partial<Look>): void {
    if (save.isError) save.reset();
    draft.setLook(change);
  }
  function chooseTemplate(name: TemplateName): void {
    if (template === 'custom') setAsked(name);
    else draft.pickTemplate(name);
  }

  return (
    <div className="page-editor" data-full={(isCode && isFull) || undefined}>
      <Section
        title="Page"
        lead={
          isCode
            ? 'Edit your page. The preview updates as you type.'
            : 'Pick a template and make it yours. Visitors see changes once you save.'
        }
        actions={
          <>
            {isCode && generation?.available === true && (
              <Button variant="default" leftSection={<Sparkles size={16} />} onClick={generating.open}>
                Write with AI
              </Button>
            )}
            {isCode && generation?.available === false && (
              <CopyButton value={agentPrompt(waitlist, url)} label="Copy a prompt for your agent" />
            )}
            <SegmentedControl
              aria-label="How to edit"
              value={isCode ? 'code' : 'design'}
              onChange={openMode}
              data={[
                { value: 'design', label: 'Design' },
                { value: 'code', label: 'Edit code' },
              ]}
            />
          </>
        }
      >
        <div className="editor" data-mode={isCode ? 'code' : 'design'}>
          {isCode ? (
            <Suspense fallback={<Lines count={12} />}>
              <CodePanel
                code={code}
                onChange={draft.setCode}
                faults={faults}
                reveal={reveal}
                onReveal={setReveal}
                isFull={isFull}
                onFull={setFull}
                onReset={() => setAsked(template === 'custom' ? 'door' : template)}
              />
            </Suspense>
          ) : (
            <DesignPanel
              waitlist={waitlist}
              draft={draft}
              errors={errors}
              onChange={changeLook}
              onTemplate={chooseTemplate}
              onEditCode={() => openMode('code')}
            />
          )}
          <div className="editor-preview">
            {shown !== null && (
              <PagePreviews
                code={shown}
                pageUrl={url}
                waitlist={{
                  ...waitlist,
                  lead: leadOf(design, waitlist.seoDescription),
                  signups: overview.data?.total ?? 0,
                  waiting: overview.data?.waiting ?? 0,
                }}
                design={design}
                message={waitlist.referralMessage ?? 'You’re on the list.'}
                onState={setFailure}
                onLink={setLink}
              />
            )}
            {link && <FollowedLink url={link} />}
          </div>
        </div>
        {isCode && (
          <p className="quiet section-gap">
            Publish only code you trust: it can read what visitors type, even before they submit, and send it
            anywhere by loading images.
          </p>
        )}
        {save.isError && (errors.reactCode || !isAtField) && (
          <div className="section-gap">
            <ProblemView error={save.error} title={errors.reactCode} />
          </div>
        )}
        <div className="editor-bar">
          <div role="status" className="editor-state">
            {fault ? (
              <p className="fault">
                <CircleAlert size={16} aria-hidden />
                <button
                  type="button"
                  className="link"
                  onClick={() => {
                    if (!isCode) openMode('code');
                    setReveal({ line: fault.line });
                  }}
                >
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
                {isDirty
                  ? 'Unsaved changes. Visitors still see the saved page.'
                  : 'Saved. This is what visitors see.'}
              </p>
            )}
          </div>
          {isDirty && (
            <Button variant="subtle" color="gray" onClick={draft.reset}>
              Undo changes
            </Button>
          )}
          <Button
            loading={save.isPending}
            disabled={!isDirty || isFaulty}
            onClick={() =>
              save.mutate(draft.changes, { onSuccess: ({ waitlist: stored }) => draft.markSaved(stored) })
            }
          >
            Save page
          </Button>
        </div>
        <GeneratePage
          waitlistId={waitlist.id}
          opened={isGenerating}
          onClose={generating.close}
          replaces={isDirty}
          onPage={draft.setCode}
        />
        <ReplaceCode
          template={asked}
          isOwnCode={template === 'custom'}
          onClose={() => setAsked(null)}
          onConfirm={name => {
            setAsked(null);
            draft.pickTemplate(name);
          }}
        />
        <UnsavedGuard when={isDirty} />
      </Section>
    </div>
  );
}

/** The target of a link clicked in the preview. */
function FollowedLink({ url }: { readonly url: URL }) {
  return (
    <p role="status" className="quiet followed">
      This link opens{' '}
      <a href={url.href} target="_blank" rel="noreferrer">
        {url.protocol === 'mailto:' ? url.pathname : url.host + url.pathname}
      </a>
    </p>
  );
}
