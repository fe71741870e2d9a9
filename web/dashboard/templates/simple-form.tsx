import { Button, Stack, Switch } from '@mantine/core';
import type { SimpleEmail } from '../../../core/email-templates/simple-email.ts';
import type { TemplateVariables } from '../api/queries.ts';
import { BrandColor } from '../page-editor/brand-color.tsx';
import { ImageField } from '../page-editor/image-field.tsx';
import { ButtonFields } from './button-fields.tsx';
import { MarkdownField } from './markdown-field.tsx';

/** Mail programs do not show SVG. */
const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** An email without HTML: words, a button, a logo, and a color. */
export function SimpleForm({
  email,
  onChange,
  variables: known,
}: {
  readonly email: SimpleEmail;
  readonly onChange: (email: SimpleEmail) => void;
  readonly variables: TemplateVariables;
}) {
  const variables = known.map(({ name }) => name);
  const change = (changes: Partial<SimpleEmail>) => onChange({ ...email, ...changes });
  return (
    <Stack className="simple-form">
      {(variables.includes('position') || email.showPlace) && (
        <Switch
          label="Show their place in line"
          checked={email.showPlace}
          onChange={event => change({ showPlace: event.currentTarget.checked })}
        />
      )}
      <MarkdownField
        label="Text"
        description="# heading, **bold**, *italic*, - list, [link](https://…)"
        minRows={6}
        variables={variables}
        value={email.text}
        onChange={text => change({ text })}
      />
      <ButtonFields button={email.button} variables={known} onChange={button => change({ button })} />
      <MarkdownField
        label="Below the button"
        minRows={3}
        variables={variables}
        value={email.below}
        onChange={below => change({ below })}
      />
      <ImageField
        label="Logo"
        prompt="Drop a logo, or click"
        types={LOGO_TYPES}
        value={email.logoUrl}
        onChange={logoUrl => change({ logoUrl })}
      />
      <BrandColor
        value={email.brandColor}
        onChange={brandColor => change({ brandColor })}
        error={undefined}
      />
    </Stack>
  );
}

/** Instead of the form, for a template that is code. */
export const IsCode = ({
  onStartOver,
  onEditCode,
}: {
  readonly onStartOver: () => void;
  readonly onEditCode: () => void;
}) => (
  <div className="is-code">
    <h3>This template is now code</h3>
    <p>
      Its HTML was written or edited by hand, so the form can’t change it. You can start over with the form:
      that replaces the HTML once you save.
    </p>
    <div className="is-code-actions">
      <Button onClick={onEditCode}>Edit the code</Button>
      <Button variant="default" onClick={onStartOver}>
        Start over
      </Button>
    </div>
  </div>
);
