import { SegmentedControl, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { embedSnippet, fetchSnippet, formSnippet } from '../../../core/waitlists/own-site-snippets.ts';
import { turnstileQuery, type Waitlist } from '../api/queries.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { GuideLink } from '../components/guide-link.tsx';
import { Lines, Loaded } from '../components/loaded.tsx';
import { Section } from '../components/section.tsx';
import { Check, CircleAlert } from '../design/icons.ts';
import { usePageUrl } from '../waitlists/use-page-url.ts';
import { checkSite, type SiteCheck, type Way } from './site-checks.ts';

interface Snippet {
  readonly label: string;
  readonly lead: string;
  code(waitlist: Waitlist): string;
}

const addressOf = ({ url, slug }: Waitlist) => ({ baseUrl: new URL(url).origin, slug });

const SNIPPETS: Readonly<Record<Way, Snippet>> = {
  embed: {
    label: 'Embed',
    lead: 'Two lines. The form takes your button’s color and label, and your page’s font.',
    code: waitlist => embedSnippet(addressOf(waitlist)),
  },
  form: {
    label: 'HTML form',
    lead: 'Works without JavaScript. redirectUrl is the page people see after joining; without it, they see their place in line.',
    code: waitlist =>
      formSnippet({
        ...addressOf(waitlist),
        redirectUrl: waitlist.allowedOrigins[0] ? `${waitlist.allowedOrigins[0]}/thanks` : null,
      }),
  },
  fetch: {
    label: 'fetch',
    lead: 'For a form of your own, from your page’s JavaScript.',
    code: waitlist => fetchSnippet(addressOf(waitlist)),
  },
};
const WAYS = Object.keys(SNIPPETS) as Way[];

/** The form on the owner's own site: what to paste, and what is still missing. */
export function SnippetsSection({ waitlist }: { readonly waitlist: Waitlist }) {
  const [way, setWay] = useState<Way>('embed');
  const { lead, code } = SNIPPETS[way];
  const snippet = code(waitlist);
  return (
    <Section
      title="Add the form to your site"
      actions={
        <SegmentedControl
          size="xs"
          data={WAYS.map(value => ({ value, label: SNIPPETS[value].label }))}
          value={way}
          onChange={value => setWay(value as Way)}
          aria-label="Kind of form"
        />
      }
    >
      <Stack>
        <p className="quiet">
          <span>{lead}</span> <GuideLink to="own-site">Everything about your own site</GuideLink>
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also with the keyboard */}
        <section className="snippet" tabIndex={0} aria-label="Code">
          <pre>{snippet}</pre>
        </section>
        <div>
          <CopyButton value={snippet} label="Copy code" />
        </div>
        <Checks way={way} waitlist={waitlist} />
      </Stack>
    </Section>
  );
}

function Checks({ way, waitlist }: { readonly way: Way; readonly waitlist: Waitlist }) {
  const pageUrl = usePageUrl(waitlist);
  const query = useQuery(turnstileQuery(waitlist.id));
  return (
    <Loaded query={query} skeleton={<Lines />}>
      {({ mode }) => {
        const checks = checkSite(way, { ...waitlist, challenge: mode, pageUrl });
        const isReady = checks.every(({ state }) => state !== 'missing');
        return (
          <div>
            <p className="field-label" role="status">
              {isReady ? 'Ready to use' : 'Still missing'}
            </p>
            <ul className="steps">
              {checks.map(check => (
                <CheckItem key={check.title} {...check} />
              ))}
            </ul>
          </div>
        );
      }}
    </Loaded>
  );
}

const STATES: Readonly<Record<SiteCheck['state'], string>> = {
  done: 'Done: ',
  missing: 'Missing: ',
  advice: 'Note: ',
};

const CheckItem = ({ state, title, text }: SiteCheck) => (
  <li
    className="step"
    data-done={state === 'done' || undefined}
    data-missing={state === 'missing' || undefined}
  >
    <span className="step-mark">
      {state === 'done' ? (
        <Check size={14} aria-hidden />
      ) : (
        state === 'missing' && <CircleAlert size={16} aria-hidden />
      )}
    </span>
    <div className="grow">
      <p className="step-title">
        <span className="unseen">{STATES[state]}</span>
        <span>{title}</span>
      </p>
      {text && <p className="quiet">{text}</p>}
    </div>
  </li>
);
