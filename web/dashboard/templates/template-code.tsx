import { html } from '@codemirror/lang-html';
import CodeEditor from '../components/code-editor.tsx';

const language = html();

/** The HTML of a template. */
export default function TemplateCode({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <div className="editor-code">
      <CodeEditor value={value} onChange={onChange} language={language} label="HTML" />
    </div>
  );
}
