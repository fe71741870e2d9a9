import { type CSSProperties, useEffect, useMemo, useRef } from 'react';
import type { Language } from '../../../core/languages/language.ts';
import { FONT_PARTS } from '../../../core/markup/font.ts';
import type { PageData, PageDesign, PageWaitlist } from '../../../core/pages/page-data.ts';
import { pageWords, type WordTexts } from '../../../core/pages/page-words.ts';
import type { Question } from '../../../core/questions/question.ts';
import type { PageLook, SignupInput, SignupOutcome } from '../../page/messages.ts';
import { linkOf } from '../../page/open-link.ts';
import { type RunningPage, runPageCode } from '../../page/page-frame.ts';
import type { Signup } from '../../page/signup.ts';
import { pageAssets } from '../api/document.ts';

/** The widths of screens. */
export const SIZES = { desktop: 1280, phone: 390 } as const;
export type PreviewSize = keyof typeof SIZES;

const TITLES = { desktop: 'Page preview', phone: 'Page preview on a phone' } as const;

/** The preview shows the form, whether or not people can join now. */
const OPEN_DOOR = { door: 'open', opensAt: null, closedMessage: null } as const;

/** Pretends to sign up, so that joining in the preview has no effect. */
function sampleSignup(pageUrl: string, message: string): Signup {
  const signup = async (_input: SignupInput): Promise<SignupOutcome> => ({
    result: { position: 128, referralCode: 'sample', referralLink: `${pageUrl}?ref=sample`, message },
  });
  return Object.assign(signup, { latest: () => null });
}

/** The previewed page, whatever the size. */
export interface PreviewedPage {
  /** Already through the loop guard. */
  readonly code: string;
  readonly pageUrl: string;
  readonly waitlist: Omit<PageWaitlist, keyof typeof OPEN_DOOR>;
  readonly design: PageDesign;
  readonly questions: readonly Question[];
  readonly language: Language;
  readonly texts: WordTexts;
  readonly message: string;
  /** A link was clicked. Nothing opens by itself: page code could request that while its author types elsewhere. */
  readonly onLink: (url: URL) => void;
}

interface PagePreviewProps extends PreviewedPage {
  readonly size: PreviewSize;
  readonly scale: number;
  /** Of the page, before it is scaled. */
  readonly height: number;
  /** Called with why the code fails, in which case visitors see the default form; null once it has rendered. */
  readonly onState: (size: PreviewSize, failure: string | null) => void;
}

function createFrame(size: PreviewSize): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.className = 'preview-frame';
  frame.title = TITLES[size];
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.referrerPolicy = 'no-referrer';
  frame.src = pageAssets.frameHtml;
  return frame;
}

function styleOf({
  size,
  scale,
  height,
}: Pick<PagePreviewProps, 'size' | 'scale' | 'height'>): CSSProperties {
  const width = SIZES[size];
  return {
    width: width * scale,
    height: height * scale,
    '--scale': scale,
    '--width': `${width}px`,
    '--height': `${height}px`,
  } as CSSProperties;
}

const pageData = (code: string, pageUrl: string, look: PageLook, { form }: WordTexts): PageData => ({
  waitlistId: '',
  pageUrl,
  signupUrl: '',
  visitUrl: '',
  runtimeUrl: pageAssets.runtimeJs,
  fontUrl: FONT_PARTS.basic.path,
  placeCssUrl: pageAssets.placeCss,
  questionsCssUrl: null,
  placeJsUrl: '',
  code,
  ...look,
  referredBy: null,
  challenge: null,
  texts: { form, challenge: null },
});

/** Hides a frame from screen readers and the keyboard. */
function hide(frame: HTMLIFrameElement): void {
  frame.title = '';
  frame.inert = true;
  frame.setAttribute('aria-hidden', 'true');
}

/** The props of the page code that the editor changes. The same object until one of them does. */
function useLook({
  waitlist,
  design,
  questions,
  language,
  texts,
}: Pick<PagePreviewProps, 'waitlist' | 'design' | 'questions' | 'language' | 'texts'>) {
  const { name, slug, lead, referralEnabled, referralBoost, signups, waiting } = waitlist;
  return useMemo(() => {
    const counts = { referralEnabled, referralBoost, signups, waiting, ...OPEN_DOOR };
    const needs = { asks: questions.length > 0, isClosed: false, isTranslated: true };
    return {
      waitlist: { name, slug, lead, ...counts },
      design,
      questions,
      language,
      words: pageWords(language, texts, { template: 'custom', waitlist: counts, needs }),
    };
  }, [
    name,
    slug,
    lead,
    referralEnabled,
    referralBoost,
    signups,
    waiting,
    design,
    questions,
    language,
    texts,
  ]);
}

/** Runs the page code in the hosted page's own sandbox: the same frame, policy, and watchdog. */
export function PagePreview({
  code,
  pageUrl,
  waitlist,
  design,
  questions,
  language,
  texts,
  message,
  size,
  scale,
  height,
  onState,
  onLink,
}: PagePreviewProps) {
  const place = useRef<HTMLDivElement>(null);
  const handlers = useRef({ onState, onLink });
  handlers.current = { onState, onLink };
  const look = useLook({ waitlist, design, questions, language, texts });
  const latestLook = useRef(look);
  latestLook.current = look;
  const latestTexts = useRef(texts);
  latestTexts.current = texts;
  const running = useRef<RunningPage>(null);
  /** Stays until the next one has rendered, so that nothing flickers. */
  const old = useRef<HTMLIFrameElement>(null);

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const frame = createFrame(size);
    element.append(frame);
    const replaceOld = () => {
      old.current?.remove();
      old.current = null;
    };
    running.current = runPageCode({
      frame,
      data: pageData(code, pageUrl, latestLook.current, latestTexts.current),
      referredBy: null,
      entry: Promise.resolve(null),
      signup: sampleSignup(pageUrl, message),
      onShown() {
        replaceOld();
        handlers.current.onState(size, null);
      },
      onEdge: () => {},
      onOpen(href) {
        const url = linkOf(href);
        if (url) handlers.current.onLink(url);
      },
      onFailure(reason) {
        replaceOld();
        handlers.current.onState(size, reason);
      },
    });
    return () => {
      running.current?.stop();
      replaceOld();
      hide(frame);
      old.current = frame;
    };
  }, [code, pageUrl, message, size]);

  // A preview that is not shown reports no failure.
  useEffect(() => () => handlers.current.onState(size, null), [size]);

  useEffect(() => running.current?.update(look), [look]);

  return (
    <div className="preview-window" data-size={size}>
      <div className="preview-place" ref={place} style={styleOf({ size, scale, height })} />
    </div>
  );
}
