import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { languageAmong } from '../../../core/languages/language.ts';
import { leadOf, toPageDesign } from '../../../core/pages/page-design.ts';
import { visitorQuestions } from '../../../core/questions/answers.ts';
import { overviewQuery, type Waitlist } from '../api/queries.ts';
import { usePageUrl } from '../waitlists/use-page-url.ts';
import type { PageDraft } from './page-draft.ts';
import { PagePreviews } from './page-previews.tsx';
import { loadPageTexts } from './page-texts.ts';

interface PageCanvasProps {
  /** Null until there is code without faults. */
  readonly code: string | null;
  readonly waitlist: Waitlist;
  readonly draft: PageDraft;
  readonly onState: (failure: string | null) => void;
}

/** The draft as visitors would see it. */
export function PageCanvas({ code, waitlist, draft, onState }: PageCanvasProps) {
  const { look, template, sharing } = draft;
  const overview = useQuery(overviewQuery(waitlist.id));
  const pageUrl = usePageUrl(waitlist);
  const language = languageAmong(waitlist.languages, null);
  const texts = useQuery({
    queryKey: ['page-texts', language],
    queryFn: () => loadPageTexts(language),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [link, setLink] = useState<URL | null>(null);
  const design = useMemo(() => toPageDesign({ ...look, template }), [look, template]);
  const questions = useMemo(() => visitorQuestions(waitlist.questions), [waitlist.questions]);
  return (
    <div className="canvas">
      {code !== null && texts.data && (
        <PagePreviews
          code={code}
          pageUrl={pageUrl}
          waitlist={{
            ...waitlist,
            lead: leadOf(design, sharing.seoDescription, texts.data.signupPage.lead),
            signups: overview.data?.total ?? 0,
            waiting: overview.data?.waiting ?? 0,
          }}
          design={design}
          questions={questions}
          language={language}
          texts={texts.data}
          message={waitlist.referralMessage ?? 'You’re on the list.'}
          onState={onState}
          onLink={setLink}
        />
      )}
      {link && <FollowedLink url={link} />}
    </div>
  );
}

/** The target of a link clicked in the preview. */
function FollowedLink({ url }: { readonly url: URL }) {
  return (
    <p role="status" className="quiet followed">
      This link opens{' '}
      <a href={url.href} target="_blank" rel="noreferrer">
        {url.protocol === 'mailto:' ? url.pathname : url.host + url.pathname}
      </a>
    </p>
  );
}
