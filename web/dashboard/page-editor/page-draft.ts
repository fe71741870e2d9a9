import { useMemo, useState } from 'react';
import type { Design, TemplateName } from '../../../core/page-code/design.ts';
import { templates } from '../../../core/page-code/templates/templates.ts';
import type { Input } from '../api/client.ts';
import type { Waitlist } from '../api/queries.ts';
import { type QuestionDraft, toDrafts, toQuestion } from './question-draft.ts';
import { useHistory } from './use-history.ts';

export type Look = Omit<Design, 'template'>;

const SHARING = ['seoTitle', 'seoDescription', 'seoKeywords', 'ogImage'] as const;
/** How the page looks in search results and when it is shared. */
export type Sharing = Pick<Waitlist, (typeof SHARING)[number]>;

interface Draft {
  readonly look: Look;
  readonly sharing: Sharing;
  readonly questions: readonly QuestionDraft[];
  /** The code that visitors would get: a built-in template's, or the owner's own. */
  readonly code: string;
}

type Changes = Omit<Input<'update_waitlist'>, 'id'>;

const TEXTS: readonly string[] = ['headline', 'tagline', 'buttonLabel', ...SHARING];

const builtInOf = (code: string): TemplateName | undefined =>
  (Object.keys(templates) as TemplateName[]).find(name => templates[name] === code);

function toLook({ design }: Pick<Waitlist, 'design'>): Look {
  const { template: _, ...look } = design;
  return look;
}

const toSharing = ({ seoTitle, seoDescription, seoKeywords, ogImage }: Sharing): Sharing => ({
  seoTitle,
  seoDescription,
  seoKeywords,
  ogImage,
});

/** Members of `to` that differ, with texts as the service keeps them: trimmed, and null if empty. */
function changesOf<Members extends object>(from: Members, to: Members): Partial<Members> {
  const kept = Object.entries(to).map(([member, value]) => [
    member,
    TEXTS.includes(member) ? value?.trim() || null : value,
  ]);
  return Object.fromEntries(
    kept.filter(([member, value]) => value !== from[member as keyof Members]),
  ) as Partial<Members>;
}

const questionChanges = (
  from: readonly QuestionDraft[],
  to: readonly QuestionDraft[],
): Pick<Changes, 'questions'> => {
  const questions = to.map(toQuestion);
  return JSON.stringify(questions) === JSON.stringify(from.map(toQuestion))
    ? {}
    : { questions: questions as NonNullable<Changes['questions']> };
};

/** The page while it is edited: look, questions, code, and how it is found and shared, saved together. */
export function usePageDraft(waitlist: Waitlist) {
  const [saved, setSaved] = useState({
    look: toLook(waitlist),
    sharing: toSharing(waitlist),
    questions: toDrafts(waitlist),
    code: waitlist.reactCode ?? '',
    template: waitlist.design.template,
  });
  const { present: draft, change, replace, ...history } = useHistory<Draft>(saved);
  // Changed code that equals a template is that template; anything else is the owner's own.
  const template = draft.code === saved.code ? saved.template : (builtInOf(draft.code) ?? 'custom');

  const changes = useMemo((): Changes => {
    const design: NonNullable<Changes['design']> = changesOf(saved.look, draft.look);
    if (template !== saved.template && template !== 'custom') design.template = template;
    return {
      ...(Object.keys(design).length > 0 && { design }),
      ...(template === 'custom' && draft.code !== saved.code && { reactCode: draft.code }),
      ...changesOf(saved.sharing, draft.sharing),
      ...questionChanges(saved.questions, draft.questions),
    };
  }, [saved, draft, template]);

  return {
    ...draft,
    ...history,
    template,
    changes,
    isDirty: Object.keys(changes).length > 0,
    setLook: (look: Partial<Look>) =>
      change(Object.keys(look).join(), last => ({ ...last, look: { ...last.look, ...look } })),
    setSharing: (sharing: Partial<Sharing>) =>
      change(Object.keys(sharing).join(), last => ({ ...last, sharing: { ...last.sharing, ...sharing } })),
    setQuestions: (field: string, questions: readonly QuestionDraft[]) =>
      change(`questions ${field}`, last => ({ ...last, questions })),
    setCode: (code: string) => change('code', last => ({ ...last, code })),
    pickTemplate: (name: TemplateName) => change(name, last => ({ ...last, code: templates[name] })),
    /** Goes back to what is saved; a step like any other. */
    discard: () => change('discard', () => saved),
    /** Takes what was stored; edits made since the request stay. */
    markSaved(stored: Waitlist) {
      const next = {
        look: toLook(stored),
        sharing: toSharing(stored),
        questions: toDrafts(stored),
        code: draft.code,
        template: stored.design.template,
      };
      setSaved(next);
      replace(last => (last === draft ? next : last));
    },
  };
}
export type PageDraft = ReturnType<typeof usePageDraft>;
