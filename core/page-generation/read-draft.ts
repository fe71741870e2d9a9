import { PAGE_FUNCTION } from '../waitlists/page-code.ts';
import { ReactCode } from '../waitlists/react-code.ts';
import type { Writing } from './page-writer.ts';

/** Code that keeps the rules, or what is wrong with it, as the end of the sentence "The code …". */
export type Draft = { readonly pageCode: string } | { readonly problem: string };

const FENCED = /```[\w-]*[^\S\n]*\n([\s\S]*?)\n?[^\S\n]*```/g;

/** Models put code between fences, and words around it, whatever they are told. */
function codeIn(text: string): string {
  const blocks = [...text.matchAll(FENCED)].map(([, code]) => code ?? '');
  return (blocks.find(code => code.includes(PAGE_FUNCTION)) ?? blocks[0] ?? text).trim();
}

/** What a model wrote, checked as page code is that anybody sends. */
export function readDraft({ text, end }: Writing): Draft {
  if (end === 'cut_off') return { problem: 'is too long and was cut off: make it half as long' };
  const pageCode = codeIn(text);
  if (pageCode === '') return { problem: 'is empty' };
  const checked = ReactCode().safeParse(pageCode);
  if (!checked.success) return { problem: checked.error.issues[0]?.message ?? 'breaks the rules' };
  // A page on which nobody can join is no signup page, though it keeps the rules.
  if (!/\bonSubmit\b/.test(pageCode)) return { problem: 'must call props.onSubmit when the form is sent' };
  return { pageCode };
}
