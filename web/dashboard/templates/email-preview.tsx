import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { TemplateKind } from '../../../core/email/template-kinds.ts';
import type { Language } from '../../../core/languages/language.ts';
import { emailFrame } from '../api/document.ts';
import { emailPreviewQuery } from '../api/email-queries.ts';
import { Loaded } from '../components/loaded.tsx';
import { inMode, ModeControl, SizeControl } from './size-control.tsx';

/** The email as the service would send it, with sample values. */
export function EmailPreview({
  kind,
  language,
  subject,
  html,
  waitlistId,
}: {
  readonly kind: TemplateKind;
  /** Of the reader; null: the first of the waitlist. */
  readonly language: Language | null;
  readonly subject: string;
  readonly html: string;
  readonly waitlistId: string | undefined;
}) {
  const query = useQuery(emailPreviewQuery({ kind, language, subject, html, waitlistId }));
  return (
    <div className="editor-preview">
      <Loaded query={query}>
        {preview => (
          <>
            <SizedEmail email={preview} />
            <div role="status">
              {preview.errors?.map(({ path, message }) => (
                <p key={`${path} ${message}`} className="fault">
                  {`${path}: ${message}`}
                </p>
              ))}
            </div>
          </>
        )}
      </Loaded>
    </div>
  );
}

interface ShownEmail {
  readonly subject: string;
  readonly html: string;
}

/** An email on a desktop or a phone, in light or dark. */
export function SizedEmail({ email }: { readonly email: ShownEmail }) {
  const [size, setSize] = useState('desktop');
  const [mode, setMode] = useState('light');
  return (
    <>
      <div className="mail-controls">
        <SizeControl value={size} onChange={setSize} />
        <ModeControl value={mode} onChange={setMode} />
      </div>
      <div className="sized-mail" data-size={size}>
        <EmailView email={{ ...email, html: inMode(email.html, mode) }} />
      </div>
    </>
  );
}

/** An email as its reader sees it. */
export const EmailView = ({ email }: { readonly email: ShownEmail }) => (
  <>
    <p className="email-subject">
      <span className="quiet">Subject</span> <span>{email.subject}</span>
    </p>
    <Mail html={email.html} />
  </>
);

/** The email in a sandboxed frame that runs no scripts (`email-frame.ts`). */
function Mail({ html }: { readonly html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [loads, setLoads] = useState(0);
  useEffect(() => {
    if (loads > 0) frame.current?.contentWindow?.postMessage({ html }, '*');
  }, [html, loads]);
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent<{ key?: unknown }>) => {
      if (source === frame.current?.contentWindow && data?.key === 'Escape')
        frame.current?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, []);
  return (
    <iframe
      ref={frame}
      title="Email preview"
      className="email-frame"
      sandbox="allow-scripts"
      src={emailFrame}
      onLoad={() => setLoads(loads + 1)}
    />
  );
}
