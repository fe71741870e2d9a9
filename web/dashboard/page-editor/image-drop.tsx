import { Text } from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { uploadAsset } from '../../../core/assets/upload-asset.ts';
import { call } from '../api/client.ts';
import type { OutputOf } from '../api/types.ts';
import { CopyIcon } from '../components/copy-button.tsx';
import { ProblemView } from '../components/problem-view.tsx';
import { ImageUp } from '../design/icons.ts';

const MAX_BYTES = 5 * 1024 * 1024;
const TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/svg+xml'];

/** Uploads an image of this computer. */
export async function uploadImage(file: File): Promise<string> {
  const form = new FormData();
  form.set('file', file);
  return (await call<OutputOf<typeof uploadAsset>>('/assets', { method: 'POST', body: form })).url;
}

/** Takes images, and gives urls to be used in page code. */
export function ImageDrop() {
  const [refused, setRefused] = useState<string | null>(null);
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
        inputProps={{ 'aria-label': 'Images for the page' }}
        onDrop={(files: File[]) => {
          setRefused(null);
          upload.mutate(files);
        }}
        onReject={([first]: FileRejection[]) =>
          setRefused(
            `${first?.file.name ?? 'The file'}: at most five at a time, each a JPEG, PNG, GIF, WebP or SVG of at most 5 MB.`,
          )
        }
      >
        <div className="drop">
          <ImageUp size={20} aria-hidden />
          <Text size="sm">Drop images here, or click to choose. You get an address for the page code.</Text>
        </div>
      </Dropzone>
      {refused && (
        <p role="alert" className="fault">
          {refused}
        </p>
      )}
      {upload.isError && <ProblemView error={upload.error} />}
      {urls.length > 0 && (
        <ul className="image-list" aria-label="Uploaded images">
          {urls.map(url => (
            <li key={url}>
              <img src={url} alt="" />
              <code>{url}</code>
              <CopyIcon value={url} label="Copy the address" />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
