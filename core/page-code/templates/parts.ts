/** Code that few pages need: a template has it between the marks `#questions`, `#closed`, or `#languages`, and `#end`. */
type Part = 'questions' | 'closed' | 'languages';

/** What a page does: it asks questions on its form, or nobody can join. */
export interface PageNeeds {
  readonly asks: boolean;
  readonly isClosed: boolean;
  /** It is in another language than English. */
  readonly isTranslated: boolean;
}

const PART =
  /^ *(?:\/\/|\/\*)#(questions|closed|languages)(?:\*\/)?\n(.*?)^ *(?:\/\/|\/\*)#end(?:\*\/)?\n/gms;

/** The code of a template with the parts that a page needs, and without marks. */
export function keepParts(code: string, { asks, isClosed, isTranslated }: PageNeeds): string {
  const isKept: Readonly<Record<Part, boolean>> = {
    questions: asks,
    closed: isClosed,
    languages: isTranslated,
  };
  return code.replace(PART, (_, part: Part, inside: string) => (isKept[part] ? inside : ''));
}
