import { Autocomplete, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Waitlist } from '../api/queries.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { Section } from '../components/section.tsx';
import { usePageUrl } from '../waitlists/use-page-url.ts';

/** Where founders post first. Any other name works too. */
const SOURCES = ['x', 'linkedin', 'newsletter', 'producthunt', 'reddit', 'hackernews', 'instagram', 'tiktok'];
/** The longest tag that is kept. */
const TAG_MAX = 100;

const OPTIONAL = [
  { tag: 'utm_medium', label: 'Medium (optional)', placeholder: 'email' },
  { tag: 'utm_campaign', label: 'Campaign (optional)', placeholder: 'launch' },
] as const;

/** The link with the tags that are not blank, next to whatever it had. */
function tagLink(url: string, tags: Readonly<Record<string, string>>): string {
  const link = new URL(url);
  for (const [name, value] of Object.entries(tags)) {
    if (value.trim() !== '') link.searchParams.set(name, value.trim());
  }
  return link.href;
}

/** Makes links that say where they were posted, so that sources can be told apart. */
export function TaggedLinkSection({ waitlist }: { readonly waitlist: Waitlist }) {
  const pageUrl = usePageUrl(waitlist);
  const [source, setSource] = useState('');
  const [tags, setTags] = useState({ utm_medium: '', utm_campaign: '' });
  const url = tagLink(waitlist.shareUrl ?? pageUrl, {
    utm_source: source.toLowerCase(),
    ...tags,
  });
  return (
    <Section
      title="Tagged links"
      lead="Post a link of its own in each place. The overview then shows how many people each place brought."
    >
      <div className="tag-fields">
        <Autocomplete
          label="Where you post it"
          placeholder="newsletter"
          data={SOURCES}
          value={source}
          onChange={setSource}
          maxLength={TAG_MAX}
        />
        {OPTIONAL.map(({ tag, label, placeholder }) => (
          <TextInput
            key={tag}
            label={label}
            placeholder={placeholder}
            value={tags[tag]}
            onChange={({ currentTarget: { value } }) => setTags(last => ({ ...last, [tag]: value }))}
            maxLength={TAG_MAX}
          />
        ))}
      </div>
      {source.trim() !== '' && (
        <>
          <div className="share-url">
            <code>{url}</code>
          </div>
          <CopyButton value={url} label="Copy tagged link" variant="filled" />
        </>
      )}
    </Section>
  );
}
