import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { defaultEmailQuery, templateQuery, templatesQuery } from '../api/queries.ts';
import { NotFound } from '../app/not-found.tsx';
import { Lines, Loaded } from '../components/loaded.tsx';
import { PageHeader } from '../components/page-header.tsx';
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
            <Lines count={8} />
          </>
        }
        missing={<NotFound what="template" />}
      >
        {found => (
          <>
            <PageHeader title={found.name} />
            <Loaded query={all}>
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
  const { waitlist } = useSearch({ from: '/templates/new' });
  const all = useQuery(templatesQuery);
  const usual = useQuery(defaultEmailQuery(waitlist));
  return (
    <>
      <Crumbs name="New template" />
      <PageHeader title="New template" />
      <Loaded query={all} skeleton={<Lines count={8} />}>
        {({ format, sentFrom }) => (
          <Loaded query={usual} skeleton={<Lines count={8} />} missing={<NotFound what="waitlist" />}>
            {() => (
              <TemplateEditor template={null} waitlistId={waitlist} format={format} sentFrom={sentFrom} />
            )}
          </Loaded>
        )}
      </Loaded>
    </>
  );
}
