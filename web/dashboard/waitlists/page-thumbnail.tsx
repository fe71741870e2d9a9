import type { CSSProperties } from 'react';
import { textColorOn } from '../../../core/markup/contrast.ts';
import type { WaitlistSummary } from '../api/queries.ts';
import { TemplateThumbnail } from '../page-editor/template-thumbnail.tsx';

/** A sketch of a waitlist's page, in its color. */
export function PageThumbnail({ template, brandColor }: Pick<WaitlistSummary, 'template' | 'brandColor'>) {
  const tint = brandColor && { '--thumb-brand': brandColor, '--thumb-on-brand': textColorOn(brandColor) };
  return (
    <span className="page-thumb" style={{ ...tint } as CSSProperties}>
      {template === 'custom' ? <CodeThumbnail /> : <TemplateThumbnail name={template} />}
    </span>
  );
}

/** A page with code of its own. */
const CodeThumbnail = () => (
  <svg className="thumb" viewBox="0 0 120 80" aria-hidden="true">
    <rect className="thumb-brand" x={14} y={18} width={22} height={6} rx={3} />
    <rect className="thumb-soft" x={42} y={18} width={40} height={6} rx={3} />
    <rect className="thumb-soft" x={26} y={31} width={52} height={6} rx={3} />
    <rect className="thumb-brand" x={26} y={44} width={30} height={6} rx={3} />
    <rect className="thumb-soft" x={62} y={44} width={36} height={6} rx={3} />
    <rect className="thumb-brand" x={14} y={57} width={22} height={6} rx={3} />
  </svg>
);
