import { Text } from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { uploadImage } from '../api/client.ts';
import { CopyIcon } from '../components/copy-button.tsx';
import { ProblemView } from '../components/problem-view.tsx';
import { ImageUp } from '../design/icons.ts';

const MAX_BYTES = 5 * 1024 * 1024;
const TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/svg+xml'];

/** Uploads images and lists their URLs, for use in page code. */
export function ImageDrop() {
  const [rejected, setRejected] = useState<string | null>(null);
  const [urls, setUrls] = useState<readonly string[]>([]);
  const upload = useMutation({
    mutationFn: (files: readonly File[]) => Promise.all(files.map(uploadImage)),
    onSuccess: added => setUrls(known => [...new Set([...added, ...known])]),
  });
  return (
    <div className="images">
      <Dropzone
        accept={TYPES}
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
          <Text size="sm">Drop images here or click to upload. Use their URLs in your page code.</Text>
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
