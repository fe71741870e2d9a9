import { SegmentedControl } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useCallback, useEffect, useState } from 'react';
import { Columns, Monitor, Smartphone } from '../design/icons.ts';
import { PagePreview, type PreviewedPage, type PreviewSize, SIZES } from './page-preview.tsx';

type Choice = PreviewSize | 'both';

/** From this width on, both sizes are large enough to judge side by side. */
const BOTH_WIDTH = 860;
/** Below it, the page shows only its beginning, and scrolls. */
const ROOMY_WIDTH = 560;
/** Between the two windows, and the borders of each. */
const GAP = 20;
const BORDERS = 2;
/** Of the page in a window. */
const MIN_HEIGHT = 700;
const MAX_HEIGHT = 1000;

/** The scale at which the sizes fill the space, and how much of the page's height is seen at that scale. */
function toFit(space: { readonly width: number; readonly height: number }, sizes: readonly PreviewSize[]) {
  const pages = sizes.reduce((sum, size) => sum + SIZES[size], 0);
  const height = space.height - BORDERS;
  const across = Math.min(1, (space.width - GAP * (sizes.length - 1) - BORDERS * sizes.length) / pages);
  const isRoomy = space.width >= ROOMY_WIDTH;
  const scale = isRoomy ? Math.min(across, height / MIN_HEIGHT) : across;
  return { scale, height: Math.min(height / scale, MAX_HEIGHT) };
}

interface PagePreviewsProps extends PreviewedPage {
  /** Called with why the code fails in a size that is shown, or null. */
  readonly onState: (failure: string | null) => void;
}

/** The page as on a desktop, on a phone, or both side by side at the same scale where there is space. */
export function PagePreviews({ onState, ...page }: PagePreviewsProps) {
  const { ref, width, height } = useElementSize();
  const [chosen, setChosen] = useState<Choice>(() =>
    matchMedia('(max-width: 48rem)').matches ? 'phone' : 'both',
  );
  const [failures, setFailures] = useState<Partial<Record<PreviewSize, string | null>>>({});
  const report = useCallback(
    (size: PreviewSize, failure: string | null) => setFailures(last => ({ ...last, [size]: failure })),
    [],
  );
  const failure = failures.desktop ?? failures.phone ?? null;
  useEffect(() => onState(failure), [failure, onState]);
  const canBoth = width >= BOTH_WIDTH;
  const shown = chosen === 'both' && !canBoth ? 'desktop' : chosen;
  const sizes: readonly PreviewSize[] = shown === 'both' ? ['desktop', 'phone'] : [shown];
  return (
    <>
      <SegmentedControl
        size="xs"
        className="canvas-sizes"
        aria-label="Preview size"
        value={shown}
        onChange={value => setChosen(value as Choice)}
        data={[
          ...(canBoth ? [{ value: 'both', label: <SizeLabel icon={Columns} text="Both" /> }] : []),
          { value: 'desktop', label: <SizeLabel icon={Monitor} text="Desktop" /> },
          { value: 'phone', label: <SizeLabel icon={Smartphone} text="Phone" /> },
        ]}
      />
      <div className="canvas-windows" ref={ref}>
        {width > 0 &&
          sizes.map(size => (
            <PagePreview
              key={size}
              {...page}
              size={size}
              {...toFit({ width, height }, sizes)}
              onState={report}
            />
          ))}
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
