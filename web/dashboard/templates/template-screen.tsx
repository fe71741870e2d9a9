import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { templateQuery, templatesQuery, waitlistQuery } from '../api/queries.ts';
import { NotFound } from '../app/not-found.tsx';
import { Loaded } from '../components/loaded.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { FormSkeleton } from '../components/skeletons.tsx';
import { ChevronRight } from '../design/icons.ts';
import { TemplateEditor } from './template-editor.tsx';

const Crumbs = ({ name }: { readonly name: string }) => (
  <nav aria-label="Breadcrumb" className="crumbs">
    <Link to="/templates">Email templates</Link>
    <ChevronRight size={14} aria-hidden />
    <span aria-current="page">{name}</span>
  </nav>
);

export function TemplateScreen() {
  const { id } = useParams({ from: '/templates/$id' });
  const template = useQuery(templateQuery(id));
  const all = useQuery(templatesQuery);
  const name = template.data?.name ?? 'Email template';
  return (
    <>
      <Crumbs name={name} />
      <Loaded
        query={template}
        skeleton={
          <>
            <PageHeader title={name} />
            <FormSkeleton fields={5} />
          </>
        }
        missing={<NotFound what="template" />}
      >
        {found => (
          <>
            <PageHeader title={found.name} />
            <Loaded query={all} skeleton={<FormSkeleton fields={5} />}>
              {({ format, sentFrom }) => (
                <TemplateEditor key={found.id} template={found} format={format} sentFrom={sentFrom} />
              )}
            </Loaded>
          </>
        )}
      </Loaded>
    </>
  );
}

/** A new template, which starts as the default email. */
export function NewTemplateScreen() {
  const { waitlist, kind, language } = useSearch({ from: '/templates/new' });
  const all = useQuery(templatesQuery);
  const usedBy = useQuery({ ...waitlistQuery(waitlist ?? ''), enabled: waitlist !== undefined });
  return (
    <>
      <Crumbs name="New template" />
      <PageHeader title="New template" />
      <Loaded query={all} skeleton={<FormSkeleton fields={5} />}>
        {({ format, sentFrom }) => {
          const editor = (
            <TemplateEditor
              template={null}
              purpose={{ waitlistId: waitlist, kind, language }}
              format={format}
              sentFrom={sentFrom}
            />
          );
          return waitlist === undefined ? (
            editor
          ) : (
            <Loaded
              query={usedBy}
              skeleton={<FormSkeleton fields={5} />}
              missing={<NotFound what="waitlist" />}
            >
              {() => editor}
            </Loaded>
          );
        }}
      </Loaded>
    </>
  );
}
