import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { TemplateName } from '../../../core/page-code/design.ts';
import { type Draft, dropDraft, readDraft } from '../../home/draft.ts';
import { call } from '../api/client.ts';
import { accountQuery, waitlistsKey } from '../api/queries.ts';
import { PageHeader } from '../components/page-header.tsx';
import { ProblemView } from '../components/problem-view.tsx';
import { FormSkeleton } from '../components/skeletons.tsx';

/** Where signing in leads from the landing page: makes the page of the draft, once. */
export function StartScreen() {
  const [draft] = useState(readDraft);
  return draft ? <Start draft={draft} /> : <Navigate to="/" replace />;
}

function Start({ draft: { name, tagline, template, brandColor } }: { readonly draft: Draft }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: () =>
      call('create_waitlist', {
        name,
        design: { tagline, template: template as TemplateName, brandColor },
      }),
    async onSuccess({ waitlist }) {
      void queries.invalidateQueries({ queryKey: waitlistsKey });
      void queries.invalidateQueries({ queryKey: accountQuery.queryKey });
      await navigate({ to: '/waitlists/$id/page', params: { id: waitlist.id }, replace: true });
    },
  });
  const { mutate } = create;
  useEffect(() => {
    if (!readDraft()) return;
    // Before the request, so that loading this screen again makes no second page.
    dropDraft();
    mutate();
  }, [mutate]);
  return (
    <>
      <PageHeader title={name} lead={create.isError ? undefined : 'Creating your page…'} />
      {create.isError ? (
        <ProblemView error={create.error} title="Couldn’t create your page" onRetry={mutate} />
      ) : (
        <FormSkeleton />
      )}
    </>
  );
}
