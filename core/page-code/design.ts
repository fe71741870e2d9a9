import * as z from 'zod';
import { HttpsUrl } from '../kernel/https-url.ts';
import { component, DateTime, Moment, text } from '../kernel/schemas.ts';

/** The templates we provide. */
export const TEMPLATES = ['door', 'minimal', 'spotlight', 'gradient', 'countdown', 'leaderboard'] as const;
export type TemplateName = (typeof TEMPLATES)[number];

/** `custom` is derived: it means that the waitlist has page code of its own. */
const Template = () => z.enum([...TEMPLATES, 'custom']);

const APPEARANCES = ['auto', 'light', 'dark'] as const;

const BRAND_COLOR = /^#[0-9a-f]{6}$/i;

/** The design of a new waitlist. Only members that differ are stored. */
const DEFAULTS = {
  template: 'door',
  brandColor: null,
  logoUrl: null,
  imageUrl: null,
  headline: null,
  tagline: null,
  buttonLabel: null,
  appearance: 'auto',
  launchAt: null,
} as const satisfies Design;

const LaunchAt = () => Moment().meta({ description: 'For the countdown template' });

/** The texts of a design. */
export const designTexts = () => ({
  headline: text({ max: 80 }),
  tagline: text({ max: 200 }),
  buttonLabel: text({ max: 30 }),
});

/** The look of a page. Members that are left out stay as they are. */
export const DesignInput = () => {
  const { headline, tagline, buttonLabel } = designTexts();
  return z
    .object({
      template: Template().meta({
        description: 'A built-in template replaces reactCode; sending reactCode makes it custom',
      }),
      brandColor: z
        .string()
        .refine(color => BRAND_COLOR.test(color), { error: 'must be a color like #1a2b3c' })
        .meta({ pattern: BRAND_COLOR.source, description: '#rrggbb' })
        .nullable(),
      logoUrl: HttpsUrl().nullable(),
      imageUrl: HttpsUrl().nullable(),
      headline: headline.nullable().meta({ description: 'Instead of name' }),
      tagline: tagline.nullable().meta({ description: 'Below the headline' }),
      buttonLabel: buttonLabel.nullable(),
      appearance: z.enum(APPEARANCES),
      launchAt: LaunchAt().nullable(),
    })
    .partial();
};
export type DesignInput = z.output<ReturnType<typeof DesignInput>>;

export const Design = () =>
  component('Design', {
    template: Template(),
    brandColor: z.string().nullable(),
    logoUrl: z.string().nullable(),
    imageUrl: z.string().nullable(),
    headline: z.string().nullable(),
    tagline: z.string().nullable(),
    buttonLabel: z.string().nullable(),
    appearance: z.enum(APPEARANCES),
    launchAt: DateTime.nullable(),
  });
export type Design = z.output<ReturnType<typeof Design>>;

/** A design without members that were never set. */
export type StoredDesign = Partial<Design>;

export const isBuiltIn = (template: Design['template'] | undefined): template is TemplateName =>
  template !== undefined && template !== 'custom';

interface PageChange {
  /** Null removes it. */
  readonly pageCode: string | null | undefined;
  readonly design: DesignInput | undefined;
}

/** The change that page code or a template makes: a built-in template removes the code. */
export function changePage(reactCode: string | undefined, design: DesignInput | undefined): PageChange {
  if (!design || isBuiltIn(design.template)) return { pageCode: design ? null : reactCode, design };
  const { template: _, ...look } = design;
  return { pageCode: reactCode, design: look };
}

export const toDesign = (stored: StoredDesign): Design => ({ ...DEFAULTS, ...stored });
