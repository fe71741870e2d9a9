import { javascript } from '@codemirror/lang-javascript';
import { Button, SegmentedControl } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { guardLoops } from '../../../core/pages/guard-loops.ts';
import { leadOf, toPageDesign } from '../../../core/pages/page-design.ts';
import { findPageCodeProblem } from '../../../core/waitlists/page-code.ts';
import { toProblem } from '../api/problem.ts';
import { statisticsQuery, type Waitlist } from '../api/queries.ts';
import type { Fault } from '../components/code-editor.tsx';
import CodeEditor from '../components/code-editor.tsx';
import { ProblemView } from '../components/problem-view.tsx';
import { Section } from '../components/section.tsx';
import { UnsavedGuard } from '../components/unsaved-guard.tsx';
import { CircleAlert, Monitor, Smartphone, Sparkles } from '../design/icons.ts';
import { useSaveWaitlist } from '../waitlists/use-save.ts';
import { GeneratePage } from './generate-page.tsx';
import { ImageDrop } from './image-drop.tsx';
import { PagePreview, type PreviewSize } from './page-preview.tsx';

/** The check that the service runs when the code is saved. */
function findFaults(code: string): Fault[] {
  const problem = findPageCodeProblem(code);
  if (problem === null) return [];
  const [, line, column] = /\(line (\d+), column (\d+)\)/.exec(problem) ?? [];
  return [{ line: Number(line ?? 1), column: Number(column ?? 1), message: `Page code ${problem}` }];
}

/** The code as a visitor's browser gets it. */
const guardedCode = guardLoops;

const TYPING_MS = 500;
const language = javascript();

/** The page code next to a live preview. */
export function PageEditor({ waitlist }: { readonly waitlist: Waitlist }) {
  const [saved, setSaved] = useState(waitlist.reactCode);
  const [code, setCode] = useState(waitlist.reactCode);
  const [settled] = useDebouncedValue(code, TYPING_MS);
  const [size, setSize] = useState<PreviewSize>(() =>
    matchMedia('(max-width: 48rem)').matches ? 'phone' : 'desktop',
  );
  const [failure, setFailure] = useState<string | null>(null);
  const [link, setLink] = useState<URL | null>(null);
  const [reveal, setReveal] = useState<{ line: number }>();
  const [isGenerating, generating] = useDisclosure();
  const statistics = useQuery(statisticsQuery(waitlist.id, 30));
  const save = useSaveWaitlist(waitlist.id);
  const faults = useMemo(() => findFaults(settled), [settled]);
  // The last valid code, so that a half-typed line doesn't blank the preview.
  const [shown, setShown] = useState(() => guardedCode(waitlist.reactCode));
  const guarded = useMemo(() => (faults.length === 0 ? guardedCode(settled) : null), [faults, settled]);
  if (guarded !== null && guarded !== shown) setShown(guarded);
  const isDirty = code !== saved;
  const design = useMemo(() => toPageDesign(waitlist.design), [waitlist.design]);
  const onState = useCallback((reason: string | null) => setFailure(reason), []);
  const [fault] = faults;

  return (
    <Section
      title="Page"
      lead="Edit your page. The preview updates as you type."
      actions={
        <>
          <Button variant="default" leftSection={<Sparkles size={16} />} onClick={generating.open}>
            Write with AI
          </Button>
          <Button
            loading={save.isPending}
            disabled={!isDirty || findFaults(code).length > 0}
            onClick={() => save.mutate({ reactCode: code }, { onSuccess: () => setSaved(code) })}
          >
            Save page
          </Button>
        </>
      }
    >
      <div className="editor">
        <div className="editor-code">
          <CodeEditor
            value={code}
            onChange={setCode}
            language={language}
            label="Page code"
            faults={faults}
            reveal={reveal}
          />
        </div>
        <div className="editor-preview">
          <SegmentedControl
            size="xs"
            className="start"
            aria-label="Preview size"
            value={size}
            onChange={value => setSize(value as PreviewSize)}
            data={[
              { value: 'desktop', label: <SizeLabel icon={Monitor} text="Desktop" /> },
              { value: 'phone', label: <SizeLabel icon={Smartphone} text="Phone" /> },
            ]}
          />
          <PagePreview
            code={shown}
            pageUrl={waitlist.url}
            waitlist={{
              ...waitlist,
              lead: leadOf(design, waitlist.seoDescription),
              signups: statistics.data?.total ?? 0,
            }}
            design={design}
            message={waitlist.referralMessage ?? 'You’re on the list.'}
            size={size}
            onState={onState}
            onLink={setLink}
          />
          {link && <FollowedLink url={link} />}
          <ImageDrop />
        </div>
      </div>
      <div role="status" className="editor-state">
        {fault ? (
          <p className="fault">
            <CircleAlert size={16} aria-hidden />
            <button type="button" className="link" onClick={() => setReveal({ line: fault.line })}>
              Line {fault.line}
            </button>
            <span>{fault.message}</span>
          </p>
        ) : failure !== null ? (
          <p className="fault">
            <CircleAlert size={16} aria-hidden />
            <span>Visitors would see the default form instead. {failure}</span>
          </p>
        ) : (
          <p className="quiet">
            {isDirty
              ? 'Unsaved changes. Visitors still see the saved page.'
              : 'Saved. This is what visitors see.'}
          </p>
        )}
        {isDirty && (
          <Button size="xs" variant="subtle" color="gray" onClick={() => setCode(saved)}>
            Undo changes
          </Button>
        )}
      </div>
      <p className="quiet">
        Publish only code you trust: it can read what visitors type, even before they submit, and send it
        anywhere by loading images.
      </p>
      {save.isError && <ProblemView error={save.error} title={toProblem(save.error).fields().reactCode} />}
      <GeneratePage
        waitlistId={waitlist.id}
        opened={isGenerating}
        onClose={generating.close}
        replaces={isDirty}
        onPage={setCode}
      />
      <UnsavedGuard when={isDirty} />
    </Section>
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

function SizeLabel({ icon: Icon, text }: { readonly icon: typeof Monitor; readonly text: string }) {
  return (
    <span className="size-label">
      <Icon size={14} aria-hidden />
      {text}
    </span>
  );
}
