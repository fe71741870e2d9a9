import { PAGE_FUNCTION } from '../waitlists/page-code.ts';
import { ReactCode } from '../waitlists/react-code.ts';
import type { Writing } from './page-writer.ts';

/** Valid page code, or the problem as the end of the sentence "The code …". */
export type Draft = { readonly pageCode: string } | { readonly problem: string };

const FENCED = /```[\w-]*[^\S\n]*\n([\s\S]*?)\n?[^\S\n]*```/g;

/** Models wrap code in fences and prose, whatever the prompt says. */
function codeIn(text: string): string {
  const blocks = [...text.matchAll(FENCED)].map(([, code]) => code ?? '');
  return (blocks.find(code => code.includes(PAGE_FUNCTION)) ?? blocks[0] ?? text).trim();
}

/** Reads a model's reply and checks it like any page code. */
export function readDraft({ text, end }: Writing): Draft {
  if (end === 'cut_off') return { problem: 'is too long and was cut off: make it half as long' };
  const pageCode = codeIn(text);
  if (pageCode === '') return { problem: 'is empty' };
  const checked = ReactCode().safeParse(pageCode);
  if (!checked.success) return { problem: checked.error.issues[0]?.message ?? 'breaks the rules' };
  // A page without a form is no signup page, even if it follows the rules.
  if (!/\bonSubmit\b/.test(pageCode)) return { problem: 'must call props.onSubmit when the form is sent' };
  return { pageCode };
}
