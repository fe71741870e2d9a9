import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TEMPLATE_KINDS, type TemplateKind } from '../../../core/email/template-kinds.ts';
import { type EmailTemplate, templatesQuery } from '../api/queries.ts';
import { Loaded } from '../components/loaded.tsx';
import { Section } from '../components/section.tsx';
import { HeldNotice } from '../templates/held-notice.tsx';
import { KINDS, languageName } from '../templates/kinds.ts';
import { EmailOfKind } from './email-of-kind.tsx';

/** Which template the waitlist uses for each email and language. */
export function EmailsSection({ id }: { readonly id: string }) {
  const query = useQuery(templatesQuery);
  const [kind, setKind] = useState<TemplateKind>('confirmation');
  return (
    <Loaded query={query}>
      {({ templates, sentFrom }) => {
        const used = templates.filter(({ waitlistIds }) => waitlistIds.includes(id));
        return (
          <>
            {used.length > 0 && <HeldNotice sentFrom={sentFrom} />}
            <Section title="Emails" lead="What people on this waitlist get. Choose one to change it.">
              <ul className="email-kinds" aria-label="Emails">
                {TEMPLATE_KINDS.map(each => (
                  <li key={each}>
                    <KindButton
                      kind={each}
                      used={used.filter(template => template.kind === each)}
                      isOpen={each === kind}
                      onOpen={() => setKind(each)}
                    />
                  </li>
                ))}
              </ul>
            </Section>
            <EmailOfKind
              key={kind}
              waitlistId={id}
              kind={kind}
              templates={templates.filter(template => template.kind === kind)}
              sentFrom={sentFrom}
            />
          </>
        );
      }}
    </Loaded>
  );
}

/** One email, with the templates that serve it. */
const KindButton = ({
  kind,
  used,
  isOpen,
  onOpen,
}: {
  readonly kind: TemplateKind;
  readonly used: readonly EmailTemplate[];
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}) => (
  <button type="button" className="email-kind" aria-pressed={isOpen} onClick={onOpen}>
    <span className="email-kind-name">
      <strong>{KINDS[kind].label}</strong>
      <span className="quiet">{KINDS[kind].lead}</span>
    </span>
    <span className="email-kind-used">
      {inOrder(used).map(({ id, name, language }) => (
        <span key={id}>
          <span>{name}</span> <span className="quiet">{languageName(language)}</span>
        </span>
      ))}
      {!used.some(({ language }) => language === null) && (
        <span className="quiet">{used.length === 0 ? 'Default email' : 'Default email for the others'}</span>
      )}
    </span>
  </button>
);

/** By language, and the one for any language last. */
const inOrder = (used: readonly EmailTemplate[]): readonly EmailTemplate[] =>
  used.toSorted(
    (one, other) =>
      Number(one.language === null) - Number(other.language === null) ||
      languageName(one.language).localeCompare(languageName(other.language)),
  );
