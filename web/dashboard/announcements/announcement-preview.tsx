import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import {
  type AnnouncementFacts,
  renderAnnouncement,
} from '../../../core/announcements/announcement-email.ts';
import { languageAmong } from '../../../core/languages/language.ts';
import type { Output } from '../api/client.ts';
import { toProblem } from '../api/problem.ts';
import type { Waitlist } from '../api/queries.ts';
import { formatNumber } from '../components/format.ts';
import { CircleAlert } from '../design/icons.ts';
import { EmailView } from '../templates/email-preview.tsx';
import { ENGLISH_WORDS, startWordsQuery } from '../templates/email-texts.ts';
import { inMode, ModeControl, SizeControl } from '../templates/size-control.tsx';
import { usePageUrl } from '../waitlists/use-page-url.ts';
import { PersonSelect } from './person-select.tsx';
import { entryQuery } from './queries.ts';

type Entry = Output<'get_entry'>['entry'];
type Values = Pick<AnnouncementFacts, 'name' | 'position' | 'ahead' | 'referralLink' | 'statusUrl'>;

/** The values of somebody, or of nobody in particular. */
function valuesOf(entry: Entry | undefined, joinUrl: string): Values {
  if (entry) return entry;
  const statusUrl = `${location.origin}/s/sample`;
  return { name: 'Ada', position: 128, ahead: 127, referralLink: `${joinUrl}?ref=SAMPLE`, statusUrl };
}

function useEmail(waitlist: Waitlist, text: Text, entry: Entry | undefined) {
  const pageUrl = usePageUrl(waitlist);
  const { subject, body } = useDeferredValue(text);
  const words = useQuery({
    ...startWordsQuery(languageAmong(waitlist.languages, entry?.language)),
    placeholderData: keepPreviousData,
  });
  const { language, texts } = words.data ?? ENGLISH_WORDS;
  return useMemo(() => {
    const facts = {
      ...valuesOf(entry, waitlist.shareUrl ?? pageUrl),
      to: '',
      language,
      waitlistName: waitlist.name,
      design: waitlist.design,
      pageUrl,
      referralBoost: null,
      stopUrl: `${location.origin}/u/sample`,
    };
    return renderAnnouncement({ subject, body }, facts, texts);
  }, [subject, body, entry, waitlist, pageUrl, language, texts]);
}

/** What is previewed. One object, which changes only with the text. */
interface Text {
  readonly subject: string;
  readonly body: string;
}

/** The email as somebody gets it, on a desktop or a phone, in light or dark. */
export function AnnouncementPreview({
  waitlist,
  text,
}: {
  readonly waitlist: Waitlist;
  readonly text: Text;
}) {
  const [entryId, setEntryId] = useState<string | null>(null);
  const [size, setSize] = useState('desktop');
  const [mode, setMode] = useState('light');
  const person = useQuery({ ...entryQuery(waitlist.id, entryId ?? ''), enabled: entryId !== null });
  const entry = entryId === null ? undefined : person.data;
  const email = useEmail(waitlist, text, entry);
  return (
    <section className="announcement-preview" aria-label="Preview">
      <div className="announcement-preview-bar">
        <PersonSelect waitlistId={waitlist.id} value={entryId} onChange={setEntryId} />
        <SizeControl value={size} onChange={setSize} />
        <ModeControl value={mode} onChange={setMode} />
      </div>
      {entryId !== null && person.isError ? (
        <p role="alert" className="fault">
          {toProblem(person.error).message}
        </p>
      ) : (
        <WhoseValues entry={entry} />
      )}
      <div className="announcement-mail sized-mail" data-size={size}>
        <EmailView email={{ subject: email.subject || 'No subject yet', html: inMode(email.html, mode) }} />
      </div>
    </section>
  );
}

const NO_MAIL: Readonly<Record<Exclude<Entry['mail'], 'ok'>, string>> = {
  stopped: 'They stopped your emails, so they won’t get this one.',
  undeliverable: 'Their address refused an email before, so they won’t get this one.',
};

/** The values that the email is filled with. */
function WhoseValues({ entry }: { readonly entry: Entry | undefined }) {
  if (!entry) return <p className="quiet">Filled with sample values. Choose a person to see theirs.</p>;
  const { name, position, ahead, mail } = entry;
  return (
    <>
      <p className="quiet">
        <span>{name === null ? 'No name' : <bdi>{name}</bdi>}</span>
        <span>{`, place ${formatNumber(position)}, ${formatNumber(ahead)} ahead`}</span>
      </p>
      {mail !== 'ok' && (
        <p className="announcement-no-mail">
          <CircleAlert size={15} aria-hidden />
          <span>{NO_MAIL[mail]}</span>
        </p>
      )}
    </>
  );
}
