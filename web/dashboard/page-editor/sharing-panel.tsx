import { Stack, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Waitlist } from '../api/queries.ts';
import { cropCard } from './crop-card.ts';
import { ImageField } from './image-field.tsx';
import type { Sharing } from './page-draft.ts';

/** What the hosted page says where its owner says nothing. */
export const sharedText = (waitlist: Waitlist, { seoTitle, seoDescription }: Sharing) => ({
  title: seoTitle || `${waitlist.name} – Join the waitlist`,
  description: seoDescription || `Join the waitlist for ${waitlist.name}.`,
});

const ORDER = ['label', 'input', 'error', 'description'] as const;

interface SharingPanelProps {
  readonly waitlist: Waitlist;
  readonly sharing: Sharing;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (sharing: Partial<Sharing>) => void;
}

/** How the page looks in search results and where its link is shared. */
export function SharingPanel({ waitlist, sharing, errors, onChange }: SharingPanelProps) {
  const { title, description } = sharedText(waitlist, sharing);
  const text = (member: 'seoTitle' | 'seoDescription' | 'seoKeywords', maxLength: number) => ({
    value: sharing[member] ?? '',
    maxLength,
    error: errors[member],
    inputWrapperOrder: [...ORDER],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ [member]: currentTarget.value || null }),
  });
  return (
    <Stack gap="md">
      <h2 className="panel-title">Search and sharing</h2>
      <TextInput
        label="Title"
        description={`${sharing.seoTitle?.length ?? 0} of 70`}
        placeholder={title}
        {...text('seoTitle', 70)}
      />
      <Textarea
        label="Description"
        description={`${sharing.seoDescription?.length ?? 0} of 160`}
        autosize
        minRows={3}
        maxRows={5}
        placeholder={description}
        {...text('seoDescription', 160)}
      />
      <TextInput label="Keywords" description="Optional, separated by commas" {...text('seoKeywords', 255)} />
      <SocialImageField
        value={sharing.ogImage}
        onChange={ogImage => onChange({ ogImage })}
        error={errors.ogImage}
      />
    </Stack>
  );
}

function SocialImageField({
  value,
  onChange,
  error,
}: {
  readonly value: string | null;
  readonly onChange: (url: string | null) => void;
  readonly error: ReactNode;
}) {
  const [isEnlarged, setEnlarged] = useState(false);
  return (
    <div>
      <ImageField
        label="Social image"
        prompt="Drop an image, or click. It’s cropped to 1200×630."
        types={['image/png', 'image/jpeg', 'image/webp']}
        maxBytes={20 * 1024 * 1024}
        value={value}
        prepare={async file => {
          const card = await cropCard(file);
          setEnlarged(card.isEnlarged);
          return card.file;
        }}
        onChange={onChange}
        error={error}
      />
      {value === null && (
        <p className="quiet below">
          Without one, we make a card from your saved name, tagline, logo, and color.
        </p>
      )}
      {isEnlarged && value !== null && (
        <p className="quiet below" role="status">
          The image is smaller than 1200×630, so it may look blurry.
        </p>
      )}
    </div>
  );
}
