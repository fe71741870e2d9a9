import { Button } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { uploadImage } from '../api/client.ts';
import { ImageUp } from '../design/icons.ts';

const MAX_BYTES = 5 * 1024 * 1024;
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/svg+xml'];

interface ImageFieldProps {
  readonly label: string;
  /** The label, such as "Drop a logo". */
  readonly prompt: string;
  readonly value: string | null;
  readonly onChange: (url: string | null) => void;
  readonly error?: ReactNode;
  /** Changes the file before it is uploaded. Its errors are shown. */
  readonly prepare?: (file: File) => Promise<File>;
  /** `prepare` makes larger files smaller. */
  readonly maxBytes?: number;
  readonly types?: string[];
}

/** An image that is dropped or picked, uploaded at once, and shown. */
export function ImageField({
  label,
  prompt,
  value,
  onChange,
  error,
  prepare,
  maxBytes = MAX_BYTES,
  types = IMAGE_TYPES,
}: ImageFieldProps) {
  const [rejected, setRejected] = useState<string | null>(null);
  const upload = useMutation({
    mutationFn: async (file: File) => uploadImage(prepare ? await prepare(file) : file),
    onSuccess: onChange,
    onError: problem => setRejected(problem.message),
  });
  const problem = rejected ?? error;
  return (
    <div className="image-field">
      <p className="field-label">{label}</p>
      <div className="image-row">
        {value && (
          <span className="image-shown">
            <img src={value} alt="" />
          </span>
        )}
        <Dropzone
          className="grow"
          accept={types}
          maxFiles={1}
          multiple={false}
          maxSize={maxBytes}
          loading={upload.isPending}
          inputProps={{ 'aria-label': label }}
          onDrop={([file]: File[]) => {
            setRejected(null);
            if (file) upload.mutate(file);
          }}
          onReject={() =>
            setRejected(
              `Use one image up to ${Math.round(maxBytes / 1024 / 1024)} MB: ${types
                .map(type => type.slice('image/'.length).replace('svg+xml', 'svg').toUpperCase())
                .join(', ')}.`,
            )
          }
        >
          <div className="drop">
            <ImageUp size={18} aria-hidden />
            <span>{value ? 'Drop another, or click' : prompt}</span>
          </div>
        </Dropzone>
        {value && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={`Remove ${label.toLowerCase()}`}
            onClick={() => {
              setRejected(null);
              onChange(null);
            }}
          >
            Remove
          </Button>
        )}
      </div>
      {problem && (
        <p role="alert" className="field-fault">
          {problem}
        </p>
      )}
    </div>
  );
}
