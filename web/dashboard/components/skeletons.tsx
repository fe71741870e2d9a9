import { Skeleton, VisuallyHidden } from '@mantine/core';
import type { ReactElement } from 'react';
import { Section } from './section.tsx';

/** One bar. Its look is a class, as of the text that it stands for. */
export const Bar = ({
  width,
  height = 12,
}: {
  readonly width: number | string;
  readonly height?: number;
}) => <Skeleton width={width} height={height} radius="sm" />;

/** Says to screen readers that something loads. */
export const Loading = ({ children }: { readonly children: ReactElement | readonly ReactElement[] }) => (
  <div aria-busy="true">
    <VisuallyHidden role="status">Loading</VisuallyHidden>
    {children}
  </div>
);

/** Widths as of names, in percent. */
const NAMES = [38, 26, 44, 31, 22, 40, 29];

/** The rows of a list. `picture`: each starts with one; `dense`: each is one line. */
export const RowsSkeleton = ({
  rows = 5,
  picture = false,
  dense = false,
}: {
  readonly rows?: number;
  readonly picture?: boolean;
  readonly dense?: boolean;
}) => (
  <Loading>
    <div className="skeleton-rows">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical
        <div key={row} className="skeleton-row">
          {picture && <Skeleton width={66} height={44} radius="sm" className="skeleton-picture" />}
          <div className="grow skeleton-lines">
            <Bar width={`${NAMES[row % NAMES.length]}%`} />
            {!dense && <Bar width={`${(NAMES[(row + 3) % NAMES.length] ?? 30) - 6}%`} height={10} />}
          </div>
          <Bar width={64} />
        </div>
      ))}
    </div>
  </Loading>
);

/** A card with a list in it. */
export const ListSkeleton = (props: Parameters<typeof RowsSkeleton>[0]) => (
  <Section flush>
    <RowsSkeleton {...props} />
  </Section>
);

/** Labels with fields below them. */
export const FieldsSkeleton = ({
  fields = 2,
  title,
}: {
  readonly fields?: number;
  readonly title?: ReactElement;
}) => (
  <Loading>
    <div className="skeleton-form">
      {title}
      {Array.from({ length: fields }, (_, field) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields are identical
        <div key={field} className="skeleton-lines">
          <Bar width={90} height={10} />
          <Skeleton height={34} radius="md" />
        </div>
      ))}
    </div>
  </Loading>
);

/** A card with a form in it. */
export const FormSkeleton = ({ fields = 2 }: { readonly fields?: number }) => (
  <Section>
    <FieldsSkeleton fields={fields} title={<Bar width={150} height={16} />} />
  </Section>
);

/** A heading, and a card below it. */
export const ScreenSkeleton = () => (
  <>
    <div className="page-header">
      <Bar width={180} height={24} />
    </div>
    <ListSkeleton />
  </>
);

/** The heading and the tabs of a waitlist, and a card below them. */
export const WaitlistSkeleton = () => (
  <>
    <div className="page-header skeleton-lines">
      <Bar width={220} height={26} />
      <Bar width={160} height={14} />
    </div>
    <div className="tabs">
      {[62, 34, 52, 72, 104, 84, 56].map(width => (
        <div key={width} className="tab">
          <Bar width={width} height={14} />
        </div>
      ))}
    </div>
    <FormSkeleton />
  </>
);
