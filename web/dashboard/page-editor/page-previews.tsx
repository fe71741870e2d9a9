import { SegmentedControl } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useCallback, useEffect, useState } from 'react';
import { Monitor, Smartphone } from '../design/icons.ts';
import { PagePreview, type PreviewedPage, type PreviewSize, SIZES } from './page-preview.tsx';

/** From this width on, both sizes are large enough to judge side by side. */
const BOTH_WIDTH = 560;
/** Between the two windows, and the borders of each. */
const GAP = 16;
const BORDERS = 2;

const scaleFor = (space: number, sizes: readonly PreviewSize[]): number => {
  const pages = sizes.reduce((sum, size) => sum + SIZES[size].width, 0);
  return Math.min(1, (space - GAP * (sizes.length - 1) - BORDERS * sizes.length) / pages);
};

interface PagePreviewsProps extends PreviewedPage {
  /** Called with why the code fails in a size that is shown, or null. */
  readonly onState: (failure: string | null) => void;
}

/** The page as on a desktop and on a phone: side by side at the same scale, or one of them where space is short. */
export function PagePreviews({ onState, ...page }: PagePreviewsProps) {
  const { ref, width } = useElementSize();
  const [chosen, setChosen] = useState<PreviewSize>(() =>
    matchMedia('(max-width: 48rem)').matches ? 'phone' : 'desktop',
  );
  const [failures, setFailures] = useState<Partial<Record<PreviewSize, string | null>>>({});
  const report = useCallback(
    (size: PreviewSize, failure: string | null) => setFailures(last => ({ ...last, [size]: failure })),
    [],
  );
  const failure = failures.desktop ?? failures.phone ?? null;
  useEffect(() => onState(failure), [failure, onState]);
  const areBoth = width >= BOTH_WIDTH;
  const sizes: readonly PreviewSize[] = areBoth ? ['desktop', 'phone'] : [chosen];
  return (
    <>
      {!areBoth && (
        <SegmentedControl
          size="xs"
          className="start"
          aria-label="Preview size"
          value={chosen}
          onChange={value => setChosen(value as PreviewSize)}
          data={[
            { value: 'desktop', label: <SizeLabel icon={Monitor} text="Desktop" /> },
            { value: 'phone', label: <SizeLabel icon={Smartphone} text="Phone" /> },
          ]}
        />
      )}
      <div className="preview">
        <div className="preview-windows" ref={ref}>
          {width > 0 &&
            sizes.map(size => (
              <PagePreview key={size} {...page} size={size} scale={scaleFor(width, sizes)} onState={report} />
            ))}
        </div>
      </div>
    </>
  );
}

function SizeLabel({ icon: Icon, text }: { readonly icon: typeof Monitor; readonly text: string }) {
  return (
    <span className="size-label">
      <Icon size={14} aria-hidden />
      <span>{text}</span>
    </span>
  );
}
