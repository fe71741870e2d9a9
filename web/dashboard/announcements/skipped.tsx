import { count } from '../components/format.ts';
import type { Announcement } from './queries.ts';

const REASONS: Readonly<Record<Announcement['skipped'][number]['reason'], string>> = {
  stopped: 'stopped your emails',
  undeliverable: 'can’t be reached: their address refused an email before',
  erased: 'left the list',
  unknown: 'not certain: something crashed while it was sent',
};

/** How many get no email, and why. */
export const Skipped = ({ skipped }: Pick<Announcement, 'skipped'>) => (
  <ul className="skipped">
    {skipped.map(({ reason, count: people }) => (
      <li key={reason}>
        <strong>{count(people, 'person', 'people')}</strong> <span>{REASONS[reason]}</span>
      </li>
    ))}
  </ul>
);
