/*
 * Stands in for Turnstile's `api.js` in the local run, which may be offline. It supports only Cloudflare's published dummy
 * site keys and behaves like the real script does with them.
 */

interface Parameters {
  readonly sitekey: string;
  readonly execution?: 'render' | 'execute';
  readonly appearance?: 'always' | 'execute' | 'interaction-only';
  readonly size?: 'normal' | 'compact' | 'flexible';
  readonly retry?: 'auto' | 'never';
  readonly 'retry-interval'?: number;
  readonly 'refresh-expired'?: 'auto' | 'manual' | 'never';
  readonly callback?: (token: string) => void;
  readonly 'error-callback'?: (code: string) => unknown;
  readonly 'expired-callback'?: () => void;
  readonly 'before-interactive-callback'?: () => void;
  readonly 'after-interactive-callback'?: () => void;
}

interface Widget {
  readonly id: string;
  readonly container: HTMLElement;
  readonly parameters: Parameters;
  timers: number[];
  isRunning: boolean;
  token: string | undefined;
  isExpired: boolean;
}

const DUMMY_TOKEN = 'XXXX.DUMMY.TOKEN.XXXX';
const TOKEN_LIFE_MS = 300_000;
const SOLVING_MS = 50;

/** The behavior of each dummy site key. */
const BEHAVIOR: Readonly<Record<string, 'pass' | 'block' | 'ask'>> = {
  '1x00000000000000000000AA': 'pass',
  '1x00000000000000000000BB': 'pass',
  '2x00000000000000000000AB': 'block',
  '2x00000000000000000000BB': 'block',
  '3x00000000000000000000FF': 'ask',
};

const UNKNOWN_SITE_KEY = '110100';
const CHALLENGE_FAILED = '300030';

const widgets = new Map<string, Widget>();
let lastId = 0;

class TurnstileError extends Error {
  constructor(message: string) {
    super(`[Cloudflare Turnstile] ${message}`);
  }
}

// biome-ignore lint/suspicious/noConsole: the real script warns here too
const warn = (message: string): void => console.warn(`[Cloudflare Turnstile] ${message}`);

function later(widget: Widget, ms: number, action: () => void): void {
  widget.timers.push(window.setTimeout(action, ms));
}

function show(widget: Widget, ...content: (Node | string)[]): void {
  const box = document.createElement('div');
  box.style.cssText =
    'box-sizing:border-box;min-height:65px;padding:12px;border:1px solid #8a8a8a;font:14px system-ui;background:#fafafa;color:#1d1f20';
  box.style.width = widget.parameters.size === 'compact' ? '150px' : '300px';
  if (matchMedia('(prefers-color-scheme: dark)').matches) {
    box.style.background = '#232323';
    box.style.color = '#f2f2f2';
  }
  box.append(...content);
  widget.container.replaceChildren(box);
}

/** Shows a status, except with `interaction-only`. */
function announce(widget: Widget, text: string): void {
  if (widget.parameters.appearance === 'interaction-only') widget.container.replaceChildren();
  else show(widget, text);
}

function pass(widget: Widget): void {
  const { parameters } = widget;
  widget.isRunning = false;
  widget.token = DUMMY_TOKEN;
  announce(widget, 'Success!');
  parameters.callback?.(DUMMY_TOKEN);
  later(widget, TOKEN_LIFE_MS, () => {
    widget.token = undefined;
    widget.isExpired = true;
    parameters['expired-callback']?.();
    if ((parameters['refresh-expired'] ?? 'auto') === 'auto') start(widget);
  });
}

function fail(widget: Widget, code: string): void {
  const { parameters } = widget;
  widget.isRunning = false;
  announce(widget, 'Verification failed');
  if (!parameters['error-callback']?.(code)) warn(`Error: ${code}.`);
  if ((parameters.retry ?? 'auto') === 'auto')
    later(widget, parameters['retry-interval'] ?? 8_000, () => start(widget));
}

function ask(widget: Widget): void {
  const { parameters } = widget;
  parameters['before-interactive-callback']?.();
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.style.cssText = 'width:20px;height:20px;margin:0 8px 0 0;vertical-align:middle';
  box.addEventListener('change', () => {
    parameters['after-interactive-callback']?.();
    pass(widget);
  });
  const label = document.createElement('label');
  label.append(box, 'Verify you are human');
  show(widget, label);
}

function start(widget: Widget): void {
  widget.isRunning = true;
  widget.isExpired = false;
  announce(widget, 'Verifying…');
  later(widget, SOLVING_MS, () => {
    const behavior = BEHAVIOR[widget.parameters.sitekey];
    if (behavior === 'pass') pass(widget);
    else if (behavior === 'ask') ask(widget);
    else fail(widget, behavior ? CHALLENGE_FAILED : UNKNOWN_SITE_KEY);
  });
}

function stop(widget: Widget): void {
  for (const timer of widget.timers) clearTimeout(timer);
  widget.timers = [];
  widget.isRunning = false;
  widget.token = undefined;
  widget.container.replaceChildren();
}

type WidgetName = string | HTMLElement | undefined;

function find(name: WidgetName): Widget | undefined {
  if (name === undefined) return widgets.values().next().value;
  if (name instanceof HTMLElement) return [...widgets.values()].find(({ container }) => container === name);
  return widgets.get(name) ?? find(document.querySelector<HTMLElement>(name) ?? document.createElement('i'));
}

const turnstile = {
  render(container: string | HTMLElement, parameters: Parameters): string {
    const element =
      typeof container === 'string' ? document.querySelector<HTMLElement>(container) : container;
    if (!element) throw new TurnstileError(`Unable to find a container for "${String(container)}"`);
    if (typeof parameters?.sitekey !== 'string')
      throw new TurnstileError('Invalid or missing type for parameter "sitekey", expected "string".');
    lastId += 1;
    const id = `cf-chl-widget-${lastId}`;
    const widget: Widget = {
      id,
      container: element,
      parameters,
      timers: [],
      isRunning: false,
      token: undefined,
      isExpired: false,
    };
    widgets.set(id, widget);
    if (parameters.execution !== 'execute') start(widget);
    return id;
  },

  execute(name?: WidgetName): void {
    const widget = find(name);
    if (!widget) warn('Nothing to execute.');
    else if (widget.isRunning || widget.token)
      warn(`Call to execute() on a widget that is already executing`);
    else start(widget);
  },

  reset(name?: WidgetName): void {
    const widget = find(name);
    if (!widget) {
      warn('Nothing to reset.');
      return;
    }
    stop(widget);
    widget.isExpired = false;
    if (widget.parameters.execution !== 'execute') start(widget);
  },

  remove(name?: WidgetName): void {
    const widget = find(name);
    if (!widget) {
      warn('Nothing to remove.');
      return;
    }
    stop(widget);
    widgets.delete(widget.id);
  },

  getResponse: (name?: WidgetName): string | undefined => find(name)?.token,
  isExpired: (name?: WidgetName): boolean => find(name)?.isExpired ?? false,
  ready: (callback: () => void): void => callback(),
};

Object.assign(window, { turnstile });
const source = (document.currentScript as HTMLScriptElement | null)?.src ?? location.href;
const onload = new URL(source).searchParams.get('onload');
// Like the real script, calls back once it has finished loading.
if (onload) queueMicrotask(() => (window as unknown as Record<string, () => void>)[onload]?.());
