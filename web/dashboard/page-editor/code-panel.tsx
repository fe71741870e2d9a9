import { javascript } from '@codemirror/lang-javascript';
import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { type ReactElement, useMemo, useRef, useState } from 'react';
import type { Fault, Reveal } from '../components/code-editor.tsx';
import CodeEditor from '../components/code-editor.tsx';
import { GuideLink } from '../components/guide-link.tsx';
import { ImageUp, Maximize, Minimize, RotateCcw, Search } from '../design/icons.ts';
import { ImageDrop } from './image-drop.tsx';

const language = javascript();

export interface CodePanelProps {
  readonly code: string;
  readonly onChange: (code: string) => void;
  readonly faults: readonly Fault[];
  readonly reveal: Reveal | undefined;
  readonly onReveal: (reveal: Reveal) => void;
  readonly isFull: boolean;
  readonly onFull: (isFull: boolean) => void;
  readonly onReset: () => void;
  /** More tools. */
  readonly actions: ReactElement;
}

/** Where `wanted` occurs, whatever the case. */
function findAll(code: string, wanted: string): number[] {
  const places: number[] = [];
  if (wanted === '') return places;
  const text = code.toLowerCase();
  const key = wanted.toLowerCase();
  for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + key.length)) places.push(at);
  return places;
}

/** The page code with a toolbar: search, insert an image, full screen, and reset. */
export default function CodePanel(props: CodePanelProps) {
  const { code, onChange, faults, reveal, onReveal, isFull, onFull, onReset, actions } = props;
  const [wanted, setWanted] = useState('');
  const [current, setCurrent] = useState(0);
  const [insert, setInsert] = useState<{ readonly url: string }>();
  const search = useRef<HTMLInputElement>(null);
  const openFiles = useRef<() => void>(null);
  const places = useMemo(() => findAll(code, wanted), [code, wanted]);

  const found = places.length === 0 ? 'Not found' : `${current + 1} of ${places.length}`;

  function show(query: string, step: number): void {
    const matches = query === wanted ? places : findAll(code, query);
    if (matches.length === 0) return;
    const next = (step + matches.length) % matches.length;
    setCurrent(next);
    const from = matches[next] ?? 0;
    onReveal({ from, to: from + query.length });
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the field below
    <div
      className="code-panel"
      onKeyDown={event => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'f') return;
        event.preventDefault();
        search.current?.select();
      }}
    >
      <div className="code-tools">
        <TextInput
          ref={search}
          type="search"
          size="xs"
          className="grow"
          aria-label="Search the code"
          placeholder="Search the code"
          leftSection={<Search size={14} />}
          rightSectionWidth={72}
          rightSection={
            <span className="quiet" role="status">
              {wanted !== '' && found}
            </span>
          }
          value={wanted}
          onChange={({ currentTarget: { value } }) => {
            setWanted(value);
            show(value, 0);
          }}
          onKeyDown={event => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            show(wanted, current + (event.shiftKey ? -1 : 1));
          }}
        />
        <FullScreen isFull={isFull} onFull={onFull} />
        {actions}
        <Tools onInsert={() => openFiles.current?.()} onReset={onReset} />
      </div>
      <div className="editor-code">
        <CodeEditor
          value={code}
          onChange={onChange}
          language={language}
          label="Page code"
          faults={faults}
          reveal={reveal}
          insert={insert}
        />
      </div>
      <ImageDrop openRef={openFiles} onUploaded={url => setInsert({ url })} />
      <p className="quiet">
        Publish only code you trust: it can read what visitors type, even before they submit, and send it
        anywhere by loading images. <GuideLink to="page-code">How page code works</GuideLink>
      </p>
    </div>
  );
}

function Tools({ onInsert, onReset }: Pick<CodePanelProps, 'onReset'> & { readonly onInsert: () => void }) {
  return (
    <>
      <Button size="xs" variant="default" leftSection={<ImageUp size={14} />} onClick={onInsert}>
        Insert image
      </Button>
      <Button size="xs" variant="default" leftSection={<RotateCcw size={14} />} onClick={onReset}>
        Reset…
      </Button>
    </>
  );
}

function FullScreen({ isFull, onFull }: Pick<CodePanelProps, 'isFull' | 'onFull'>) {
  const label = isFull ? 'Exit full screen' : 'Full screen';
  return (
    <Tooltip label={<span>{label}</span>}>
      <ActionIcon
        variant="default"
        size={30}
        aria-label={label}
        aria-pressed={isFull}
        onClick={() => onFull(!isFull)}
      >
        {isFull ? <Minimize size={15} /> : <Maximize size={15} />}
      </ActionIcon>
    </Tooltip>
  );
}
