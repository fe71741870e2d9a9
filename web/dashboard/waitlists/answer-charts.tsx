import { Link } from '@tanstack/react-router';
import type { Statistics, Waitlist } from '../api/queries.ts';
import { formatNumber, formatPercent } from '../components/format.ts';
import { Section } from '../components/section.tsx';
import { nameAnswer } from './facet-names.ts';

/** What people answered, a small chart for each question that can be counted. */
export function AnswerCharts({
  waitlist: { id, questions },
  answers,
}: {
  readonly waitlist: Waitlist;
  readonly answers: Statistics['answers'];
}) {
  const counted = questions.filter(({ key }) => answers[key]);
  if (counted.length === 0) return null;
  return (
    <Section
      title="Answers"
      lead={
        <span>
          <span>{'What people on your list answered. '}</span>
          <Link to="/waitlists/$id/page" params={{ id }} search={{ edit: 'questions' }}>
            Edit questions
          </Link>
        </span>
      }
    >
      <div className="answer-charts">
        {counted.map(question => (
          <AnswerChart key={question.key} id={id} question={question} counts={answers[question.key] ?? {}} />
        ))}
      </div>
    </Section>
  );
}

function AnswerChart({
  id,
  question,
  counts,
}: {
  /** Of the waitlist. */
  readonly id: string;
  readonly question: Waitlist['questions'][number];
  readonly counts: Readonly<Record<string, number>>;
}) {
  const { key, label } = question;
  const most = Math.max(...Object.values(counts), 1);
  const all = Object.values(counts).reduce((sum, people) => sum + people, 0);
  return (
    <section className="answer-chart" aria-label={label}>
      <h3>{label}</h3>
      <dl>
        {Object.entries(counts).map(([value, people]) => (
          <div key={value}>
            <dt className="bar-cell">
              <span className="bar-fill" style={{ width: `${(100 * people) / most}%` }} />
              <Link to="/waitlists/$id/signups" params={{ id }} search={{ answers: { [key]: value } }}>
                <bdi>{nameAnswer(question, value)}</bdi>
              </Link>
            </dt>
            <dd>
              <span>{formatNumber(people)}</span>
              <span className="quiet">{all > 0 ? formatPercent(people / all) : ''}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
