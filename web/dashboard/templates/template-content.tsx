import { SegmentedControl } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useMemo, useState } from 'react';
import { readSimpleEmail, writeSimpleEmail } from '../../../core/email-templates/simple-email.ts';
import type { TemplateVariables } from '../api/queries.ts';
import { Lines } from '../components/loaded.tsx';
import { IsCode, SimpleForm } from './simple-form.tsx';

const TemplateCode = lazy(() => import('./template-code.tsx'));

const WAYS = [
  { value: 'form', label: 'Write' },
  { value: 'code', label: 'Code' },
];

/** The email in one of two ways, beside its preview. The form is in the document, until that is edited as code. */
export function TemplateContent({
  value,
  onStartOver,
  onChange,
  variables,
  preview,
}: {
  readonly value: string;
  readonly onStartOver: () => void;
  readonly onChange: (value: string) => void;
  readonly variables: TemplateVariables;
  readonly preview: ReactElement;
}) {
  const email = useMemo(() => readSimpleEmail(value), [value]);
  const [way, setWay] = useState(email ? 'form' : 'code');
  return (
    <>
      <div className="template-ways">
        <SegmentedControl data={WAYS} value={way} onChange={setWay} aria-label="Edit the email as" />
      </div>
      {way === 'code' && <Variables variables={variables} />}
      <div className="editor template-editor">
        {way === 'code' ? (
          <Suspense fallback={<Lines count={8} />}>
            <TemplateCode value={value} onChange={onChange} />
          </Suspense>
        ) : email ? (
          <SimpleForm
            email={email}
            onChange={changed => onChange(writeSimpleEmail(changed))}
            variables={variables}
          />
        ) : (
          <IsCode onStartOver={onStartOver} onEditCode={() => setWay('code')} />
        )}
        {preview}
      </div>
    </>
  );
}

function Variables({ variables }: { readonly variables: TemplateVariables }) {
  return (
    <ul className="variables" aria-label="Variables">
      {variables.map(({ name, description }) => (
        <li key={name}>
          <code>{`{{${name}}}`}</code> <span>{description}</span>
        </li>
      ))}
    </ul>
  );
}
