import { MOST_COMPARED } from '../../../core/announcements/announcement-store.ts';
import { count, formatNumber } from '../components/format.ts';
import type { DryRun } from './queries.ts';
import { Skipped } from './skipped.tsx';

/** How many an announcement reaches, as far as it is known before. */
export const reachedBy = ({ recipients = 0, skipped = [] }: DryRun): number =>
  recipients - skipped.reduce((sum, { count: people }) => sum + people, 0);

/** Who would get it, whom it skips and why, and the first people. */
export function Recipients({ found, isLater }: { readonly found: DryRun; readonly isLater: boolean }) {
  const { recipients = 0, skipped = [], sample = [] } = found;
  const people = reachedBy(found);
  const left = people - sample.length;
  return (
    <div className="recipients">
      <p className="recipients-count">
        <strong>{count(people, 'person', 'people')}</strong>{' '}
        <span>{people === 1 ? 'gets it' : 'get it'}</span>
      </p>
      {people === 0 && skipped.length === 0 && (
        <p className="quiet">Nobody on the list meets the conditions now.</p>
      )}
      {skipped.length > 0 && (
        <>
          <h3>Skipped</h3>
          <Skipped skipped={skipped} />
        </>
      )}
      {recipients > MOST_COMPARED && (
        <p className="quiet">{`We looked at the first ${formatNumber(MOST_COMPARED)} for those to skip. There may be more.`}</p>
      )}
      {sample.length > 0 && (
        <>
          <h3>First in line</h3>
          <ul className="recipients-sample">
            {sample.map(({ entryId, email }) => (
              <li key={entryId}>
                <bdi>{email}</bdi>
              </li>
            ))}
            {left > 0 && <li className="quiet">{`and ${formatNumber(left)} more`}</li>}
          </ul>
        </>
      )}
      {isLater && (
        <p className="quiet">
          It goes to everyone in the audience at that time, including people who join before then.
        </p>
      )}
    </div>
  );
}
