import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import type { PageDesign, PageWaitlist } from '../../../core/pages/page-data.ts';
import type { SignupInput, SignupOutcome } from '../../page/messages.ts';
import { linkOf } from '../../page/open-link.ts';
import { type RunningPage, runPageCode } from '../../page/page-frame.ts';
import type { Signup } from '../../page/signup.ts';
import { pageAssets } from '../api/document.ts';

const SIZES = { phone: { width: 390, height: 780 }, desktop: { width: 1280, height: 860 } } as const;
export type PreviewSize = keyof typeof SIZES;

/** Pretends to sign up, so that joining in the preview has no effect. */
function sampleSignup(pageUrl: string, message: string): Signup {
  const signup = async (_input: SignupInput): Promise<SignupOutcome> => ({
    result: { position: 128, referralCode: 'sample', referralLink: `${pageUrl}?ref=sample`, message },
  });
  return Object.assign(signup, { latest: () => null });
}

interface PagePreviewProps {
  /** Already through the loop guard. */
  readonly code: string;
  readonly pageUrl: string;
  readonly waitlist: PageWaitlist;
  readonly design: PageDesign;
  readonly message: string;
  readonly size: PreviewSize;
  /** Called with why the code fails, in which case visitors see the default form; null once it has rendered. */
  readonly onState: (failure: string | null) => void;
  /** A link was clicked. Nothing opens by itself: page code could request that while its author types elsewhere. */
  readonly onLink: (url: URL) => void;
}

/** Runs the page code in the hosted page's own sandbox: the same frame, policy, and watchdog. */
export function PagePreview({
  code,
  pageUrl,
  waitlist,
  design,
  message,
  size,
  onState,
  onLink,
}: PagePreviewProps) {
  const place = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  const { width, height } = SIZES[size];
  const handlers = useRef({ onState, onLink });
  handlers.current = { onState, onLink };
  const { name, slug, lead, referralEnabled, referralBoost, signups } = waitlist;
  const look = useMemo(
    () => ({ waitlist: { name, slug, lead, referralEnabled, referralBoost, signups }, design }),
    [name, slug, lead, referralEnabled, referralBoost, signups, design],
  );
  const latestLook = useRef(look);
  latestLook.current = look;
  const running = useRef<RunningPage>(null);
  /** Stays until the next one has rendered, so that nothing flickers. */
  const old = useRef<HTMLIFrameElement>(null);

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setScale(Math.min(1, entry.contentRect.width / width));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [width]);

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const frame = document.createElement('iframe');
    frame.className = 'preview-frame';
    frame.title = 'Page preview';
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.referrerPolicy = 'no-referrer';
    frame.src = pageAssets.frameHtml;
    element.append(frame);
    const replaceOld = () => {
      old.current?.remove();
      old.current = null;
    };
    running.current = runPageCode({
      frame,
      data: {
        waitlistId: '',
        pageUrl,
        signupUrl: '',
        runtimeUrl: pageAssets.runtimeJs,
        fontUrl: pageAssets.font,
        statusCssUrl: pageAssets.statusCss,
        code,
        ...latestLook.current,
        referredBy: null,
        challenge: null,
      },
      referredBy: null,
      entry: Promise.resolve(null),
      signup: sampleSignup(pageUrl, message),
      onShown() {
        replaceOld();
        handlers.current.onState(null);
      },
      onEdge: () => {},
      onOpen(href) {
        const url = linkOf(href);
        if (url) handlers.current.onLink(url);
      },
      onFailure(reason) {
        replaceOld();
        handlers.current.onState(reason);
      },
    });
    return () => {
      running.current?.stop();
      replaceOld();
      frame.title = '';
      frame.inert = true;
      frame.setAttribute('aria-hidden', 'true');
      old.current = frame;
    };
  }, [code, pageUrl, message]);

  useEffect(() => running.current?.update(look), [look]);

  const properties = {
    height: height * scale,
    '--scale': scale,
    '--width': `${width}px`,
    '--height': `${height}px`,
  } as CSSProperties;
  return (
    <div className="preview" data-size={size}>
      <div className="preview-window" style={{ maxWidth: width }}>
        <div className="preview-place" ref={place} style={properties} />
      </div>
    </div>
  );
}
