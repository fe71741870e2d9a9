import { Button, SegmentedControl } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { TemplateName } from '../../../core/page-code/design.ts';
import { leadOf, toPageDesign } from '../../../core/pages/page-design.ts';
import { toProblem } from '../api/problem.ts';
import { overviewQuery, pageGenerationQuery, type Waitlist } from '../api/queries.ts';
import type { Reveal } from '../components/code-editor.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { Lines } from '../components/loaded.tsx';
import { ProblemView } from '../components/problem-view.tsx';
import { Section } from '../components/section.tsx';
import { UnsavedGuard } from '../components/unsaved-guard.tsx';
import { Sparkles } from '../design/icons.ts';
import { usePageUrl } from '../waitlists/use-page-url.ts';
import { useSaveWaitlist } from '../waitlists/use-save.ts';
import { agentPrompt } from './agent-prompt.ts';
import { DesignPanel } from './design-panel.tsx';
import { EditorBar } from './editor-bar.tsx';
import { GeneratePage } from './generate-page.tsx';
import { type Look, type PageDraft, usePageDraft } from './page-draft.ts';
import { PagePreviews } from './page-previews.tsx';
import { ReplaceCode } from './replace-code.tsx';
import { useCheckedCode } from './use-checked-code.ts';

/** Loaded separately: the editor and the check are most of this screen's script, and only code needs them. */
const CodePanel = lazy(() => import('./code-panel.tsx'));

const LEADS = {
  code: 'Edit your page. The preview updates as you type.',
  design: 'Pick a template and make it yours. Visitors see changes once you save.',
};

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
  const [isFull, setFull] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [reveal, setReveal] = useState<Reveal>();
  const save = useSaveWaitlist(waitlist.id);
  const choice = useTemplateChoice(draft);
  const { faults, shown, isFaulty } = useCheckedCode(code, template);
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

  return (
    <div className="page-editor" data-full={(isCode && isFull) || undefined}>
      <Section
        title="Page"
        lead={isCode ? LEADS.code : LEADS.design}
        actions={<Actions waitlist={waitlist} draft={draft} isCode={isCode} onMode={openMode} />}
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
                onReset={choice.reset}
              />
            </Suspense>
          ) : (
            <DesignPanel
              waitlist={waitlist}
              draft={draft}
              errors={errors}
              onChange={changeLook}
              onTemplate={choice.choose}
              onEditCode={() => openMode('code')}
            />
          )}
          <div className="editor-preview">
            {shown !== null && (
              <Preview code={shown} waitlist={waitlist} draft={draft} onState={setFailure} />
            )}
          </div>
        </div>
        {isCode && <TrustedOnly />}
        {(errors.reactCode || !isAtField) && <SaveProblem error={save.error} title={errors.reactCode} />}
        <EditorBar
          draft={draft}
          save={save}
          isFaulty={isFaulty}
          fault={faults[0]}
          failure={failure}
          onShow={line => {
            if (!isCode) openMode('code');
            setReveal({ line });
          }}
        />
        {choice.dialog}
        <UnsavedGuard when={isDirty} />
      </Section>
    </div>
  );
}

const SaveProblem = ({
  error,
  title,
}: {
  readonly error: Error | null;
  readonly title: string | undefined;
}) =>
  error && (
    <div className="section-gap">
      <ProblemView error={error} title={title} />
    </div>
  );

const TrustedOnly = () => (
  <p className="quiet section-gap">
    Publish only code you trust: it can read what visitors type, even before they submit, and send it anywhere
    by loading images.
  </p>
);

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

function Actions({
  waitlist,
  draft,
  isCode,
  onMode,
}: {
  readonly waitlist: Waitlist;
  readonly draft: PageDraft;
  readonly isCode: boolean;
  readonly onMode: (mode: string) => void;
}) {
  const url = usePageUrl(waitlist);
  const [isGenerating, generating] = useDisclosure();
  const { data: generation } = useQuery({ ...pageGenerationQuery, enabled: isCode });
  return (
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
        onChange={onMode}
        data={[
          { value: 'design', label: 'Design' },
          { value: 'code', label: 'Edit code' },
        ]}
      />
      <GeneratePage
        waitlistId={waitlist.id}
        opened={isGenerating}
        onClose={generating.close}
        replaces={draft.isDirty}
        onPage={draft.setCode}
      />
    </>
  );
}

function Preview({
  code,
  waitlist,
  draft: { look, template },
  onState,
}: {
  readonly code: string;
  readonly waitlist: Waitlist;
  readonly draft: PageDraft;
  readonly onState: (failure: string | null) => void;
}) {
  const overview = useQuery(overviewQuery(waitlist.id));
  const [link, setLink] = useState<URL | null>(null);
  const design = useMemo(() => toPageDesign({ ...look, template }), [look, template]);
  return (
    <>
      <PagePreviews
        code={code}
        pageUrl={usePageUrl(waitlist)}
        waitlist={{
          ...waitlist,
          lead: leadOf(design, waitlist.seoDescription),
          signups: overview.data?.total ?? 0,
          waiting: overview.data?.waiting ?? 0,
        }}
        design={design}
        message={waitlist.referralMessage ?? 'You’re on the list.'}
        onState={onState}
        onLink={setLink}
      />
      {link && <FollowedLink url={link} />}
    </>
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
