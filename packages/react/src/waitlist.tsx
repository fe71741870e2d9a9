import {
  type CSSProperties,
  createElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
} from 'react';
import { EMBED_ELEMENT } from '../../../core/waitlists/own-site-snippets.ts';
import { withoutSlash } from './base-url.ts';
import { loadEmbed } from './load-embed.ts';
import type { WaitlistOptions } from './types.ts';
import { useLatest } from './use-latest.ts';

export interface WaitlistProps extends WaitlistOptions {
  /** Asks for a name too. */
  readonly askName?: boolean;
  /** Default: that of the page. */
  readonly lang?: string | undefined;
  readonly className?: string | undefined;
  /** Takes `--anteroom-color` and the other variables of the element. */
  readonly style?: CSSProperties | undefined;
  /** Shown until the form has loaded, and on a page without JavaScript. */
  readonly children?: ReactNode;
}

/** By event of the element. */
const HANDLERS = {
  'anteroom:joined': 'onJoined',
  'anteroom:pending': 'onPending',
  'anteroom:error': 'onError',
} as const;

/**
 * The form of a waitlist, with its questions, bot check, languages, and the ticket after joining: the element
 * `<anteroom-waitlist>` of the server, loaded when the component is on the page.
 */
export function Waitlist(props: WaitlistProps): ReactElement {
  const { slug, baseUrl, askName = false, lang, className, style, children } = props;
  const element = useRef<HTMLElement>(null);
  const latest = useLatest(props);

  useEffect(() => {
    const listening = new AbortController();
    for (const [type, handler] of Object.entries(HANDLERS))
      element.current?.addEventListener(
        type,
        event => latest.current[handler]?.((event as CustomEvent).detail),
        { signal: listening.signal },
      );
    return () => listening.abort();
  }, [latest]);

  useEffect(() => {
    let isShown = true;
    loadEmbed(withoutSlash(baseUrl)).catch((error: Error) => {
      if (isShown) latest.current.onError?.({ code: 'unreachable', message: error.message });
    });
    return () => {
      isShown = false;
    };
  }, [baseUrl, latest]);

  // React 18 does not know that `className` is `class` on an element of ours.
  const attributes = {
    ref: element,
    slug,
    lang,
    class: className,
    style,
    'ask-name': askName ? '' : undefined,
  };
  return createElement(EMBED_ELEMENT, attributes, children);
}
