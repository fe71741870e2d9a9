import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';

export interface Fault {
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** A line, or a range of characters. A new object shows it again. */
export type Reveal = { readonly line: number } | { readonly from: number; readonly to: number };

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', color: 'var(--ink)', backgroundColor: 'var(--card)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--code-font)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '12px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--card)', color: 'var(--soft)', border: 'none' },
  // See-through, because the selection is drawn behind the lines.
  '.cm-activeLine, .cm-activeLineGutter': {
    backgroundColor: 'color-mix(in srgb, var(--ink) 5%, transparent)',
  },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--action-tint-hover) !important',
  },
  '.cm-tooltip': { backgroundColor: 'var(--card)', border: '1px solid var(--line)', borderRadius: '8px' },
});

const colors = HighlightStyle.define([
  { tag: [tags.keyword, tags.tagName], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--code-string)' },
  { tag: [tags.comment, tags.docComment], color: 'var(--soft)', fontStyle: 'italic' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: [tags.function(tags.variableName), tags.attributeName], color: 'var(--code-name)' },
]);

const toDiagnostic = (state: EditorState, { line, column, message }: Fault): Diagnostic => {
  const at = state.doc.line(Math.min(Math.max(line, 1), state.doc.lines));
  const from = Math.min(at.from + Math.max(column - 1, 0), at.to);
  return { from, to: Math.max(from, Math.min(from + 1, at.to)), severity: 'error', message };
};

/**
 * Handles typing over a selection. When Chromium does it and joins lines, it adds `style` attributes, which the content
 * security policy reports as violations. IME composition is left to the browser.
 */
const typeOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event;
    if (inputType !== 'insertText' || data === null || isComposing || view.composing) return false;
    if (view.state.selection.ranges.every(range => range.empty)) return false;
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

const extensionsOf = (label: string, language: Extension, onType: (text: string) => void): Extension => [
  lineNumbers(),
  lintGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  syntaxHighlighting(colors),
  EditorView.lineWrapping,
  // Already focusable; the attribute is for accessibility checkers.
  EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  typeOver,
  keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
  language,
  look,
  EditorView.updateListener.of(update => {
    if (!update.docChanged) return;
    onType(update.state.doc.toString());
  }),
];

function show(editor: EditorView, reveal: Reveal): void {
  const { doc } = editor.state;
  const isLine = 'line' in reveal;
  const from = isLine ? doc.line(Math.min(Math.max(reveal.line, 1), doc.lines)).from : reveal.from;
  const head = isLine ? from : reveal.to;
  if (head > doc.length) return;
  editor.dispatch({
    selection: { anchor: from, head },
    effects: EditorView.scrollIntoView(from, { y: 'center' }),
  });
  // While searching, the focus stays in the search field.
  if (isLine) editor.focus();
}

/** In quotes unless the cursor is in a string. */
function insertUrl(editor: EditorView, url: string): void {
  const { state } = editor;
  const { from } = state.selection.main;
  const isInString = /['"`]/.test(state.sliceDoc(Math.max(from - 1, 0), from));
  editor.dispatch(state.replaceSelection(isInString ? url : `'${url}'`), {
    userEvent: 'input.paste',
    scrollIntoView: true,
  });
  editor.focus();
}

/**
 * CodeMirror in a shadow root, where it uses constructed style sheets instead of the style elements that the content
 * security policy blocks (ADR 21). Tab indents; Escape, then Tab, leaves the editor.
 */
export default function CodeEditor({
  value,
  onChange,
  language,
  label,
  faults = [],
  reveal,
  insert,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly language: Extension;
  readonly label: string;
  readonly faults?: readonly Fault[];
  /** Where to scroll. A line also gets the focus. */
  readonly reveal?: Reveal | undefined;
  /** A URL to insert at the cursor, in quotes unless it is in a string. A new object inserts again. */
  readonly insert?: { readonly url: string } | undefined;
}) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(onChange);
  latest.current = onChange;
  const initial = useRef(value);
  // Typed text that has not come back through `value` yet.
  const typed = useRef<string[]>([]);

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const extensions = extensionsOf(label, language, text => {
      typed.current.push(text);
      latest.current(text);
    });
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const state = EditorState.create({ doc: initial.current, extensions });
    const editor = new EditorView({ root, parent: root, state });
    view.current = editor;
    return () => {
      initial.current = editor.state.doc.toString();
      editor.destroy();
      view.current = null;
    };
  }, [label, language]);

  // Applies a value set from outside (undo, a generated page). On a busy machine `value` lags behind typing; applying an
  // old value would delete newer text.
  useEffect(() => {
    const editor = view.current;
    const at = typed.current.indexOf(value);
    typed.current.splice(0, at + 1);
    if (!editor || at >= 0 || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
    typed.current = [];
  }, [value]);

  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const diagnostics = faults.map(fault => toDiagnostic(editor.state, fault));
    editor.dispatch(setDiagnostics(editor.state, diagnostics));
  }, [faults]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || !reveal) return;
    show(editor, reveal);
  }, [reveal]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || !insert) return;
    insertUrl(editor, insert.url);
  }, [insert]);

  return <div ref={host} className="code-editor" />;
}
