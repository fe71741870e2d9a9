import { useMemo, useState } from 'react';
import type { Design, TemplateName } from '../../../core/page-code/design.ts';
import { templates } from '../../../core/page-code/templates/templates.ts';
import type { Input } from '../api/client.ts';
import type { Waitlist } from '../api/queries.ts';

export type Look = Omit<Design, 'template'>;

interface Draft {
  readonly look: Look;
  /** The code that visitors would get: a built-in template's, or the owner's own. */
  readonly code: string;
}

type Changes = Omit<Input<'update_waitlist'>, 'id'>;

const TEXTS = ['headline', 'tagline', 'buttonLabel'] as const;

const builtInOf = (code: string): TemplateName | undefined =>
  (Object.keys(templates) as TemplateName[]).find(name => templates[name] === code);

function toLook({ design }: Pick<Waitlist, 'design'>): Look {
  const { template: _, ...look } = design;
  return look;
}

/** Texts as the service keeps them: empty is null. */
function trimmed(look: Look): Look {
  const texts = TEXTS.map(member => [member, look[member]?.trim() || null]);
  return { ...look, ...Object.fromEntries(texts) };
}

const lookChanges = (from: Look, to: Look): Partial<Look> =>
  Object.fromEntries(
    Object.entries(trimmed(to)).filter(([member, value]) => value !== from[member as keyof Look]),
  );

/** The page while it is edited: look and code, saved together. */
export function usePageDraft(waitlist: Waitlist) {
  const [saved, setSaved] = useState({
    look: toLook(waitlist),
    code: waitlist.reactCode ?? '',
    template: waitlist.design.template,
  });
  const [draft, setDraft] = useState<Draft>(saved);
  // Changed code that equals a template is that template; anything else is the owner's own.
  const template = draft.code === saved.code ? saved.template : (builtInOf(draft.code) ?? 'custom');

  const changes = useMemo((): Changes => {
    const look: NonNullable<Changes['design']> = lookChanges(saved.look, draft.look);
    if (template !== saved.template && template !== 'custom') look.template = template;
    return {
      ...(Object.keys(look).length > 0 && { design: look }),
      ...(template === 'custom' && draft.code !== saved.code && { reactCode: draft.code }),
    };
  }, [saved, draft, template]);

  return {
    ...draft,
    template,
    changes,
    isDirty: Object.keys(changes).length > 0,
    setLook: (look: Partial<Look>) => setDraft(last => ({ ...last, look: { ...last.look, ...look } })),
    setCode: (code: string) => setDraft(last => ({ ...last, code })),
    pickTemplate: (name: TemplateName) => setDraft(last => ({ ...last, code: templates[name] })),
    reset: () => setDraft(saved),
    /** Takes what was stored; edits made since the request stay. */
    markSaved(stored: Pick<Waitlist, 'design'>) {
      const next = { look: toLook(stored), code: draft.code, template: stored.design.template };
      setSaved(next);
      setDraft(last => (last === draft ? next : last));
    },
  };
}
export type PageDraft = ReturnType<typeof usePageDraft>;
