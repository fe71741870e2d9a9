import { ApiError } from '../kernel/errors.ts';
import { PAGE_FUNCTION } from '../page-code/page-code.ts';
import { ReactCode } from '../page-code/react-code.ts';
import type { WaitlistRecord } from '../waitlists/waitlist.ts';
import { type PageWriter, type Turn, WriterUnavailableError, type Writing } from './page-writer.ts';
import { askForPage, askForRepair, SYSTEM_PROMPT } from './prompt.ts';

/** Valid page code, or the problem as the end of the sentence "The code …". */
type Draft = { readonly pageCode: string } | { readonly problem: string };

const FENCED = /```[\w-]*[^\S\n]*\n([\s\S]*?)\n?[^\S\n]*```/g;

/** Models wrap code in fences and prose, whatever the prompt says. */
function codeIn(text: string): string {
  const blocks = [...text.matchAll(FENCED)].map(([, code]) => code ?? '');
  return (blocks.find(code => code.includes(PAGE_FUNCTION)) ?? blocks[0] ?? text).trim();
}

/** Reads a model's reply and checks it like any page code. */
function readDraft({ text, end }: Writing): Draft {
  if (end === 'cut_off') return { problem: 'is too long and was cut off: make it half as long' };
  const pageCode = codeIn(text);
  if (pageCode === '') return { problem: 'is empty' };
  const checked = ReactCode().safeParse(pageCode);
  if (!checked.success) return { problem: checked.error.issues[0]?.message ?? 'breaks the rules' };
  // A page without a form is no signup page, even if it follows the rules.
  if (!/\bonSubmit\b/.test(pageCode)) return { problem: 'must call props.onSubmit when the form is sent' };
  return { pageCode };
}

/** API Gateway times out after 30 s; this leaves time before and after. */
const WRITE_MS = 25_000;
/** Minimum time for a repair. */
const LEAST_REPAIR_MS = 6_000;
/** About what a fast model writes in that time: some 20 KB of code. */
const MAX_TOKENS = 6_000;

const failed = (message: string, resolution: string): ApiError =>
  new ApiError('generation_failed', message, { resolution });

const unavailable = (error: WriterUnavailableError): ApiError =>
  error.timedOut
    ? new ApiError('generation_unavailable', 'The page was not written in time', {
        resolution: 'Nothing was counted. Try again, with a shorter description.',
        cause: error,
      })
    : new ApiError('generation_unavailable', 'Page generation is unavailable right now', {
        resolution: 'Nothing was counted. Try again in a minute.',
        cause: error,
      });

interface WritePageOptions {
  readonly writer: PageWriter;
  readonly waitlist: Pick<WaitlistRecord, 'name'>;
  readonly description: string;
  readonly now?: () => number;
}

/**
 * Has a model write a page, and repair it once if it breaks a rule.
 * @throws {ApiError} `generation_failed` if the model cannot or will not write it, `generation_unavailable`
 */
export async function writePage({
  writer,
  waitlist,
  description,
  now = () => performance.now(),
}: WritePageOptions): Promise<string> {
  const deadline = now() + WRITE_MS;

  async function ask(turns: readonly Turn[]): Promise<Writing> {
    try {
      const timeoutMs = deadline - now();
      const writing = await writer.write({ system: SYSTEM_PROMPT, turns, maxTokens: MAX_TOKENS, timeoutMs });
      if (writing.end !== 'refused') return writing;
    } catch (error) {
      throw error instanceof WriterUnavailableError ? unavailable(error) : error;
    }
    throw failed(
      'The model refused to write this page',
      'Nothing was counted. Describe the page differently.',
    );
  }

  const question = askForPage(waitlist, description);
  const first = await ask([question]);
  const draft = readDraft(first);
  if ('pageCode' in draft) return draft.pageCode;
  const invalid = failed(
    'The model did not write a valid page',
    'Nothing was counted. Try again, or describe a simpler page.',
  );
  if (deadline - now() < LEAST_REPAIR_MS) throw invalid;

  // Messages without text are refused.
  const answer: Turn = { role: 'assistant', text: first.text.trim() || '(nothing)' };
  const mended = readDraft(await ask([question, answer, askForRepair(draft.problem)]));
  if ('pageCode' in mended) return mended.pageCode;
  throw invalid;
}
