import { Text } from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { uploadImage } from '../api/client.ts';
import { CopyIcon } from '../components/copy-button.tsx';
import { ProblemView } from '../components/problem-view.tsx';
import { ImageUp } from '../design/icons.ts';
import { IMAGE_TYPES } from './image-field.tsx';

const MAX_BYTES = 5 * 1024 * 1024;

interface ImageDropProps {
  /** Opens the file dialog. */
  readonly openRef: RefObject<(() => void) | null>;
  readonly onUploaded: (url: string) => void;
}

/** Uploads images and lists their URLs, for use in page code. */
export function ImageDrop({ openRef, onUploaded }: ImageDropProps) {
  const [rejected, setRejected] = useState<string | null>(null);
  const [urls, setUrls] = useState<readonly string[]>([]);
  const upload = useMutation({
    mutationFn: (files: readonly File[]) => Promise.all(files.map(uploadImage)),
    onSuccess(added) {
      setUrls(known => [...new Set([...added, ...known])]);
      for (const url of added) onUploaded(url);
    },
  });
  return (
    <div className="images">
      <Dropzone
        openRef={openRef}
        accept={IMAGE_TYPES}
        maxSize={MAX_BYTES}
        maxFiles={5}
        loading={upload.isPending}
        inputProps={{ 'aria-label': 'Upload images' }}
        onDrop={(files: File[]) => {
          setRejected(null);
          upload.mutate(files);
        }}
        onReject={([first]: FileRejection[]) =>
          setRejected(
            `Can’t upload ${first?.file.name ?? 'this file'}. Use JPEG, PNG, GIF, WebP, or SVG images up to 5 MB each, at most five at a time.`,
          )
        }
      >
        <div className="drop">
          <ImageUp size={20} aria-hidden />
          <Text size="sm">
            Drop images here or click to upload. Their URLs go into your code at the cursor.
          </Text>
        </div>
      </Dropzone>
      {rejected && (
        <p role="alert" className="fault">
          {rejected}
        </p>
      )}
      {upload.isError && <ProblemView error={upload.error} />}
      {urls.length > 0 && (
        <ul className="image-list" aria-label="Uploaded images">
          {urls.map(url => (
            <li key={url}>
              <img src={url} alt="" />
              <code>{url}</code>
              <CopyIcon value={url} label="Copy URL" />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
