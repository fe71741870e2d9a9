import { Alert, Button, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import type { ReactElement } from 'react';
import type { TemplateName } from '../../../core/page-code/design.ts';
import type { Waitlist } from '../api/queries.ts';
import { BrandColor } from './brand-color.tsx';
import { ImageField } from './image-field.tsx';
import type { Look, PageDraft } from './page-draft.ts';
import { TemplatePicker } from './template-picker.tsx';

const APPEARANCES = [
  { value: 'auto', label: 'Auto' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** How many more are worth saying. */
const FEW = 20;

function left(value: string | null, max: number): string | null {
  const rest = max - (value?.length ?? 0);
  if (rest > FEW) return null;
  return rest === 1 ? '1 character left' : `${rest} characters left`;
}

/** The moment as `datetime-local` shows it, in the author's time zone. */
function toLocal(iso: string | null): string {
  if (iso === null) return '';
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

interface DesignPanelProps {
  readonly waitlist: Waitlist;
  readonly draft: PageDraft;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (look: Partial<Look>) => void;
  readonly onTemplate: (name: TemplateName) => void;
  readonly onEditCode: () => void;
}

/** The look of the page, without code. */
export function DesignPanel({ waitlist, draft, errors, onChange, onTemplate, onEditCode }: DesignPanelProps) {
  const { look, template } = draft;
  const text = (member: 'headline' | 'tagline' | 'buttonLabel', max: number) => ({
    value: look[member] ?? '',
    maxLength: max,
    description: left(look[member], max),
    inputWrapperOrder: ['label', 'input', 'error', 'description'] as (
      | 'label'
      | 'input'
      | 'error'
      | 'description'
    )[],
    error: errors[member],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ [member]: currentTarget.value || null }),
  });
  return (
    <div className="panel-groups">
      {template === 'custom' && (
        <Alert title="This page uses your own code">
          Your code gets everything below as <code>props.design</code>. To go back, pick a template; it
          replaces your code.
          <Button size="xs" variant="default" mt="sm" display="block" onClick={onEditCode}>
            Edit code
          </Button>
        </Alert>
      )}
      <div className="panel-group">
        <TemplatePicker
          value={template === 'custom' ? null : template}
          onChange={onTemplate}
          brandColor={look.brandColor}
        />
        {(template === 'countdown' || template === 'custom') && (
          <LaunchDate
            value={look.launchAt}
            onChange={launchAt => onChange({ launchAt })}
            error={errors.launchAt}
          />
        )}
      </div>
      <Group title="Text">
        <TextInput label="Headline" placeholder={waitlist.name} {...text('headline', 80)} />
        <Textarea
          label="Tagline"
          placeholder="What it is, in a sentence"
          autosize
          minRows={2}
          maxRows={5}
          {...text('tagline', 200)}
        />
        <TextInput label="Button label" placeholder="Join the waitlist" {...text('buttonLabel', 30)} />
      </Group>
      <Group title="Brand">
        <BrandColor
          value={look.brandColor}
          onChange={brandColor => onChange({ brandColor })}
          error={errors.brandColor}
        />
        <ImageField
          label="Logo"
          prompt="Drop your logo, or click"
          value={look.logoUrl}
          onChange={logoUrl => onChange({ logoUrl })}
          error={errors.logoUrl}
        />
        <ImageField
          label="Image"
          prompt="Drop an image, or click"
          value={look.imageUrl}
          onChange={imageUrl => onChange({ imageUrl })}
          error={errors.imageUrl}
        />
        <Appearance value={look.appearance} onChange={appearance => onChange({ appearance })} />
      </Group>
    </div>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: readonly ReactElement[] }) {
  return (
    <section className="panel-group" aria-label={title}>
      <h2 className="panel-title">{title}</h2>
      {children}
    </section>
  );
}

function LaunchDate({
  value,
  onChange,
  error,
}: {
  readonly value: string | null;
  readonly onChange: (launchAt: string | null) => void;
  readonly error: string | undefined;
}) {
  return (
    <TextInput
      type="datetime-local"
      label="Launch date"
      description={`Your time zone: ${Intl.DateTimeFormat().resolvedOptions().timeZone}`}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      value={toLocal(value)}
      error={error}
      onChange={({ currentTarget: { value: typed } }) =>
        onChange(typed === '' ? null : new Date(typed).toISOString())
      }
    />
  );
}

function Appearance({
  value,
  onChange,
}: {
  readonly value: Look['appearance'];
  readonly onChange: (value: Look['appearance']) => void;
}) {
  return (
    <div>
      <p className="field-label" id="appearance-label">
        Appearance
      </p>
      <SegmentedControl
        fullWidth
        aria-labelledby="appearance-label"
        value={value}
        onChange={next => onChange(next as Look['appearance'])}
        data={APPEARANCES}
      />
      <p className="quiet below">
        {value === 'auto' ? 'Follows each visitor’s device.' : `Always ${value}.`}
      </p>
    </div>
  );
}
