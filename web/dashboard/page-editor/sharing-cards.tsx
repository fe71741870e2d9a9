import { useQuery } from '@tanstack/react-query';
import { cardQuery, type Waitlist } from '../api/queries.ts';
import { shortUrl } from '../components/format.ts';
import { usePageUrl } from '../waitlists/use-page-url.ts';
import type { Sharing } from './page-draft.ts';
import { sharedText } from './sharing-panel.tsx';

/** The page as a search result, and as a link that is shared. */
export function SharingCards({
  waitlist,
  sharing,
}: {
  readonly waitlist: Waitlist;
  readonly sharing: Sharing;
}) {
  const url = usePageUrl(waitlist);
  const card = useQuery(cardQuery(waitlist.id));
  const { title, description } = sharedText(waitlist, sharing);
  const imageUrl = sharing.ogImage ?? card.data?.url;
  return (
    <div className="canvas canvas-cards">
      <figure>
        <figcaption>In search results</figcaption>
        <div className="search-card">
          <span className="search-url">{shortUrl(url)}</span>
          <span className="search-title">{title}</span>
          <span className="search-text">{description}</span>
        </div>
      </figure>
      <figure>
        <figcaption>When the link is shared</figcaption>
        <div className="social-card">
          {/* Its place stays empty until the URL has loaded. */}
          <div className="social-image">
            {imageUrl && <img src={imageUrl} alt="Shown when your link is shared" />}
          </div>
          <div className="social-words">
            <span className="search-url">{new URL(url).host}</span>
            <span className="social-title">{title}</span>
            <span className="search-text">{description}</span>
          </div>
        </div>
      </figure>
    </div>
  );
}
