import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { uploadImage } from '../api/client.ts';
import { toProblem } from '../api/problem.ts';
import type { Waitlist } from '../api/queries.ts';
import { FormProblem } from '../components/form-problem.tsx';
import { SaveBar } from '../components/save-bar.tsx';
import { Section } from '../components/section.tsx';
import { ImageUp } from '../design/icons.ts';
import { useSaveWaitlist } from '../waitlists/use-save.ts';

const CARD = { width: 1200, height: 630 } as const;

/** Checks the size before uploading, since saving would be refused. */
async function checkCard(file: File): Promise<void> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap?.width !== CARD.width || bitmap.height !== CARD.height) {
    const found = bitmap ? ` This one is ${bitmap.width}×${bitmap.height}.` : '';
    throw new Error(`Use a PNG or JPEG of exactly ${CARD.width}×${CARD.height}.${found}`);
  }
}

/** SEO fields and the social image, with a preview of both. */
export function SearchAndSharing({ waitlist }: { readonly waitlist: Waitlist }) {
  const save = useSaveWaitlist(waitlist.id);
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
        onSubmit={form.onSubmit(({ seoTitle, seoDescription, seoKeywords, ogImage }) =>
          save.mutate(
            {
              seoTitle: seoTitle.trim() || null,
              seoDescription: seoDescription.trim() || null,
              seoKeywords: seoKeywords.trim() || null,
              ogImage: ogImage || null,
            },
            {
              onSuccess: () => form.resetDirty(),
              onError: error => form.setErrors(toProblem(error).fields()),
            },
          ),
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
            <CardImage
              url={values.ogImage}
              error={form.errors.ogImage}
              onChange={url => form.setFieldValue('ogImage', url)}
            />
          </Stack>
          <div className="cards">
            <div className="search-card">
              <span className="search-url">{waitlist.url.replace(/^https?:\/\//, '')}</span>
              <span className="search-title">{title}</span>
              <span className="search-text">{description}</span>
            </div>
            <div className="social-card">
              {values.ogImage ? (
                <img src={values.ogImage} alt="" />
              ) : (
                <div className="social-none">No image</div>
              )}
              <div className="social-words">
                <span className="search-url">{new URL(waitlist.url).host}</span>
                <span className="social-title">{title}</span>
                <span className="search-text">{description}</span>
              </div>
            </div>
          </div>
        </div>
        <div className="section-gap">
          <FormProblem form={form} error={save.error} />
        </div>
        <SaveBar isDirty={form.isDirty()} isBusy={save.isPending} onReset={form.reset} />
      </form>
    </Section>
  );
}

function CardImage({
  url,
  error,
  onChange,
}: {
  readonly url: string;
  readonly error: React.ReactNode;
  readonly onChange: (url: string) => void;
}) {
  const [rejected, setRejected] = useState<string | null>(null);
  const upload = useMutation({
    mutationFn: async ([file]: readonly File[]) => {
      if (!file) return url;
      await checkCard(file);
      return uploadImage(file);
    },
    onSuccess: onChange,
    onError: problem => setRejected(problem.message),
  });
  const problem = rejected ?? error;
  return (
    <div>
      <p className="field-label">Social image</p>
      <Dropzone
        accept={['image/png', 'image/jpeg']}
        maxFiles={1}
        multiple={false}
        maxSize={5 * 1024 * 1024}
        loading={upload.isPending}
        inputProps={{ 'aria-label': 'Social image' }}
        onDrop={(files: File[]) => {
          setRejected(null);
          upload.mutate(files);
        }}
        onReject={() => setRejected('Use one PNG or JPEG up to 5 MB.')}
      >
        <div className="drop">
          <ImageUp size={20} aria-hidden />
          <span>
            Drop a PNG or JPEG of {CARD.width}×{CARD.height}, or click to upload
          </span>
        </div>
      </Dropzone>
      {problem && (
        <p role="alert" className="field-fault">
          {problem}
        </p>
      )}
      {url && (
        <Group mt={6}>
          <Button size="xs" variant="subtle" color="gray" onClick={() => onChange('')}>
            Remove image
          </Button>
        </Group>
      )}
    </div>
  );
}
