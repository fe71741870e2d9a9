import { Input } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { waitlistNamesQuery } from '../api/queries.ts';

interface SlugFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Why the service refused it. */
  readonly error: string | undefined;
}

/** The address of a new waitlist. Says when it is taken: by your own while you type, by others once the service says so. */
export function SlugField({ value, onChange, error }: SlugFieldProps) {
  const id = useId();
  const { data } = useQuery(waitlistNamesQuery);
  const isOwn = data?.waitlists.some(({ slug }) => slug === value) === true;
  const fault = isOwn ? 'You already have a waitlist at this address.' : error?.replace(/"(.*)"/, '“$1”');
  return (
    <Input.Wrapper id={id} label="Address" description="Where your page is live at once.">
      <div className="address-field">
        <span>{`${location.host}/w/`}</span>
        <input
          id={id}
          value={value}
          maxLength={100}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          placeholder="chosen-for-you"
          aria-invalid={fault ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={({ currentTarget }) => onChange(typedSlug(currentTarget.value))}
        />
      </div>
      <p className="address-note" id={`${id}-note`} role="status" data-fault={fault ? true : undefined}>
        {fault && (
          <>
            <span>{fault}</span>
            <button type="button" className="link" onClick={() => onChange(nextSlug(value))}>
              {`Use ${nextSlug(value)}`}
            </button>
          </>
        )}
      </p>
    </Input.Wrapper>
  );
}

/** A slug from a name, as the service makes them from Latin letters. Empty if too little remains: then the service chooses. */
export function slugFrom(name: string): string {
  const slug = typedSlug(name.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('&', ' and ')).replace(
    /^-+|-+$/g,
    '',
  );
  return slug.length < 3 ? '' : slug.slice(0, 100).replace(/-+$/, '');
}

/** What can be in a slug, of what was typed. */
const typedSlug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-');

/** `tea-2` for `tea`, `tea-3` for `tea-2`. */
export function nextSlug(slug: string): string {
  const [, base = slug, number = '1'] = /^(.*?)-(\d{1,3})$/.exec(slug) ?? [];
  return `${base}-${Number(number) + 1}`;
}
