import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { pageGenerationQuery, type Waitlist } from '../api/queries.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { Sparkles } from '../design/icons.ts';
import { usePageUrl } from '../waitlists/use-page-url.ts';
import { agentPrompt } from './agent-prompt.ts';
import { GeneratePage } from './generate-page.tsx';
import type { PageDraft } from './page-draft.ts';

/** Has the page written: here, or by the owner's own agent where the service has no model. */
export function CodeActions({ waitlist, draft }: { readonly waitlist: Waitlist; readonly draft: PageDraft }) {
  const url = usePageUrl(waitlist);
  const [isGenerating, generating] = useDisclosure();
  const { data: generation } = useQuery(pageGenerationQuery);
  return (
    <>
      {generation?.available === true && (
        <Button size="xs" variant="default" leftSection={<Sparkles size={14} />} onClick={generating.open}>
          Write with AI
        </Button>
      )}
      {generation?.available === false && (
        <CopyButton size="xs" value={agentPrompt(waitlist, url)} label="Copy a prompt for your agent" />
      )}
      <GeneratePage
        waitlistId={waitlist.id}
        opened={isGenerating}
        onClose={generating.close}
        replaces={draft.isDirty}
        onPage={draft.setCode}
      />
    </>
  );
}
