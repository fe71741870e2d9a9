import { Button, Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Entry, type Person, personQuery } from '../api/queries.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { type Fact, FactList } from '../components/fact-list.tsx';
import { count, formatMoment, formatNumber } from '../components/format.ts';
import { Lines, Loaded } from '../components/loaded.tsx';
import { useWaitlist } from '../waitlists/waitlist-layout.tsx';
import { formatAnswer, type Question } from './answer-columns.tsx';
import { EditPerson } from './edit-person.tsx';
import { STATUS_NAMES } from './status.tsx';
import { WithdrawInvitation } from './withdraw-invitation.tsx';

const EMAILS: Readonly<Record<Person['emails'][number]['kind'], string>> = {
  confirmation: 'Confirmation',
  moved_up: 'Moved up',
  status_link: 'Link to their place',
  leave_link: 'Link to leave',
  invitation: 'Invitation',
  announcement: 'Announcement',
};

interface PersonDrawerProps {
  readonly waitlistId: string;
  /** Null: closed. */
  readonly entryId: string | null;
  /** Where referral links lead. */
  readonly joinUrl: string;
  readonly onClose: () => void;
  readonly onErase: (entry: Entry) => void;
}

/** Everything about one person on the list. */
export default function PersonDrawer({ waitlistId, entryId, joinUrl, onClose, onErase }: PersonDrawerProps) {
  const query = useQuery({ ...personQuery(waitlistId, entryId ?? ''), enabled: entryId !== null });
  const [isAsking, setAsking] = useState(false);
  return (
    <Drawer
      opened={entryId !== null}
      onClose={onClose}
      position="right"
      lockScroll={false}
      // It would close with the dialog above it.
      closeOnEscape={!isAsking}
      title={query.data?.entry.email ?? 'Person'}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ title: 'person-title' }}
    >
      <Loaded query={query} skeleton={<Lines count={6} height={18} />}>
        {person => (
          <div className="person">
            <PersonFacts person={person} waitlistId={waitlistId} />
            <div className="person-actions">
              <CopyButton value={`${joinUrl}?ref=${person.entry.referralCode}`} label="Copy referral link" />
              <WithdrawInvitation
                key={person.entry.id}
                waitlistId={waitlistId}
                person={person}
                isAsking={isAsking}
                onAsk={setAsking}
              />
            </div>
            <Answers key={person.entry.id} waitlistId={waitlistId} entry={person.entry} />
            <Friends person={person} waitlistId={waitlistId} />
            <Emails person={person} />
            <Button variant="light" color="red" onClick={() => onErase(person.entry)}>
              Erase personal data…
            </Button>
          </div>
        )}
      </Loaded>
    </Drawer>
  );
}

function PersonLink({
  waitlistId,
  person: { id, email, name },
}: {
  readonly waitlistId: string;
  readonly person: { readonly id: string; readonly email: string; readonly name: string | null };
}) {
  return (
    <Link to="/waitlists/$id/signups" params={{ id: waitlistId }} search={{ person: id }}>
      <bdi>{name ?? email}</bdi>
    </Link>
  );
}

function PersonFacts({ person, waitlistId }: { readonly person: Person; readonly waitlistId: string }) {
  const { entry, referrer, invitation } = person;
  const facts: readonly Fact[] = [
    ['Place', formatNumber(entry.position)],
    ['Status', STATUS_NAMES[entry.status]],
    ['Invited', invitation && formatMoment(invitation.invitedAt)],
    ['Expires', invitation && entry.status === 'invited' ? formatMoment(invitation.expiresAt) : null],
    ['Name', entry.name && <bdi>{entry.name}</bdi>],
    ['Joined', formatMoment(entry.createdAt)],
    ['Source', describeSource(entry.source)],
    ['Referred by', referrer && <PersonLink waitlistId={waitlistId} person={referrer} />],
  ];
  return <FactList className="person-facts" facts={facts} />;
}

/** The tags of the link they came by, and the site that had it. */
function describeSource({ utmSource, utmMedium, utmCampaign, referrerHost }: Entry['source']) {
  const parts = [utmSource, utmMedium, utmCampaign].filter(part => part !== null);
  const from = referrerHost !== null && referrerHost !== utmSource ? [`from ${referrerHost}`] : [];
  return parts.length + from.length === 0 ? null : (
    <bdi>{[parts.join(' / '), ...from].filter(part => part !== '').join(', ')}</bdi>
  );
}

/** What they answered, also to questions that were removed since, and a form to change it. */
function Answers({ waitlistId, entry }: { readonly waitlistId: string; readonly entry: Entry }) {
  const { questions } = useWaitlist();
  const [isEditing, setEditing] = useState(false);
  if (isEditing)
    return (
      <EditPerson
        waitlistId={waitlistId}
        entry={entry}
        questions={questions}
        onClose={() => setEditing(false)}
      />
    );
  return (
    <section>
      <AnswerList answers={entry.answers} questions={questions} />
      <Button size="xs" variant="default" onClick={() => setEditing(true)}>
        {questions.length > 0 ? 'Edit name and answers' : 'Edit name'}
      </Button>
    </section>
  );
}

function AnswerList({
  answers,
  questions,
}: Pick<Entry, 'answers'> & { readonly questions: readonly Question[] }) {
  const labels = new Map(questions.map(({ key, label }) => [key, label]));
  const keys = [...new Set([...labels.keys(), ...Object.keys(answers)])].filter(
    key => answers[key] !== undefined,
  );
  if (keys.length === 0) return null;
  return (
    <>
      <h3>Answers</h3>
      <dl className="person-answers">
        {keys.map(key => (
          <div key={key}>
            <dt>{labels.get(key) ?? key}</dt>
            <dd>
              <bdi>{formatAnswer(answers[key])}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const EFFECTS: Readonly<Record<Person['friends'][number]['state'], string>> = {
  held: 'held for review',
  credited: 'counts, moved nobody',
  revoked: 'revoked',
};

function Friends({ person, waitlistId }: { readonly person: Person; readonly waitlistId: string }) {
  const { friends, friendCount } = person;
  return (
    <section>
      <h3>{friendCount === 0 ? 'No friends joined yet' : `${count(friendCount, 'friend')} joined`}</h3>
      <ul className="person-list">
        {friends.map(friend => (
          <li key={friend.id}>
            <PersonLink waitlistId={waitlistId} person={friend} />
            <span className="quiet">
              {friend.gained > 0 ? `+${count(friend.gained, 'place')}` : EFFECTS[friend.state]}
            </span>
          </li>
        ))}
      </ul>
      {friendCount > friends.length && <p className="quiet">{`The newest ${friends.length} are shown.`}</p>}
    </section>
  );
}

function Emails({ person: { emails, suppressed } }: { readonly person: Person }) {
  return (
    <section>
      <h3>{emails.length === 0 ? 'No emails sent' : 'Emails'}</h3>
      {suppressed && (
        <p className="quiet">We no longer email this address: it bounced, or an email was marked as spam.</p>
      )}
      <ul className="person-list">
        {emails.map(({ kind, sentAt }) => (
          <li key={sentAt}>
            <span>{EMAILS[kind]}</span>
            <span className="quiet">{formatMoment(sentAt)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
