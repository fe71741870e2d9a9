import { Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { toProblem } from '../api/problem.ts';
import { cardQuery, type Waitlist } from '../api/queries.ts';
import { FormProblem } from '../components/form-problem.tsx';
import { SaveBar } from '../components/save-bar.tsx';
import { Section } from '../components/section.tsx';
import { usePageUrl } from '../waitlists/use-page-url.ts';
import { useSaveWaitlist } from '../waitlists/use-save.ts';
import { cropCard } from './crop-card.ts';
import { ImageField } from './image-field.tsx';

const emptyToNull = <Name extends string>(fields: Record<Name, string>) =>
  Object.fromEntries(
    Object.entries<string>(fields).map(([name, value]) => [name, value.trim() || null]),
  ) as Record<Name, string | null>;

/** SEO fields and the social image, with a preview of both. */
export function SearchAndSharing({ waitlist }: { readonly waitlist: Waitlist }) {
  const url = usePageUrl(waitlist);
  const save = useSaveWaitlist(waitlist.id);
  const card = useQuery(cardQuery(waitlist.id));
  const form = useForm({
    initialValues: {
      seoTitle: waitlist.seoTitle ?? '',
      seoDescription: waitlist.seoDescription ?? '',
      seoKeywords: waitlist.seoKeywords ?? '',
      ogImage: waitlist.ogImage ?? '',
    },
  });
  const { values } = form;
  // The hosted page's own fallbacks.
  const title = values.seoTitle || `${waitlist.name} – Join the waitlist`;
  const description = values.seoDescription || `Join the waitlist for ${waitlist.name}.`;
  return (
    <Section
      title="Search and sharing"
      lead="How your page looks in search results and when its link is shared."
    >
      <form
        noValidate
        onSubmit={form.onSubmit(fields =>
          save.mutate(emptyToNull(fields), {
            onSuccess: () => form.resetDirty(),
            onError: error => form.setErrors(toProblem(error).fields()),
          }),
        )}
      >
        <div className="two wide-gap">
          <Stack>
            <TextInput
              label="Title"
              description={`${values.seoTitle.length} of 70`}
              maxLength={70}
              placeholder={title}
              {...form.getInputProps('seoTitle')}
            />
            <Textarea
              label="Description"
              description={`${values.seoDescription.length} of 160`}
              maxLength={160}
              autosize
              minRows={2}
              maxRows={4}
              placeholder={description}
              {...form.getInputProps('seoDescription')}
            />
            <TextInput
              label="Keywords"
              description="Optional, separated by commas"
              maxLength={255}
              {...form.getInputProps('seoKeywords')}
            />
            <SocialImageField
              value={values.ogImage}
              onChange={url => form.setFieldValue('ogImage', url)}
              error={form.errors.ogImage}
            />
          </Stack>
          <Cards
            url={url}
            title={title}
            description={description}
            imageUrl={values.ogImage || card.data?.url}
          />
        </div>
        <div className="section-gap">
          <FormProblem form={form} error={save.error} />
        </div>
        <SaveBar isDirty={form.isDirty()} isBusy={save.isPending} onReset={form.reset} />
      </form>
    </Section>
  );
}

function SocialImageField({
  value,
  onChange,
  error,
}: {
  readonly value: string;
  readonly onChange: (url: string) => void;
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
        value={value || null}
        prepare={async file => {
          const card = await cropCard(file);
          setEnlarged(card.isEnlarged);
          return card.file;
        }}
        onChange={url => onChange(url ?? '')}
        error={error}
      />
      {value === '' && (
        <p className="quiet below">
          Without one, we make a card from your saved name, tagline, logo, and color.
        </p>
      )}
      {isEnlarged && value !== '' && (
        <p className="quiet below" role="status">
          The image is smaller than 1200×630, so it may look blurry.
        </p>
      )}
    </div>
  );
}

/** The page as a search result, and as a link that is shared. */
function Cards({
  url,
  title,
  description,
  imageUrl,
}: {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly imageUrl: string | undefined;
}) {
  return (
    <div className="cards">
      <div className="search-card">
        <span className="search-url">{url.replace(/^https?:\/\/|\/$/g, '')}</span>
        <span className="search-title">{title}</span>
        <span className="search-text">{description}</span>
      </div>
      <div className="social-card">
        <SharedImage url={imageUrl} />
        <div className="social-words">
          <span className="search-url">{new URL(url).host}</span>
          <span className="social-title">{title}</span>
          <span className="search-text">{description}</span>
        </div>
      </div>
    </div>
  );
}

/** Its place stays empty until the URL has loaded. */
function SharedImage({ url }: { readonly url: string | undefined }) {
  return <div className="social-image">{url && <img src={url} alt="Shown when your link is shared" />}</div>;
}
