import { PAGE_CODE_RULES } from '../../../core/page-code/page-code-rules.ts';
import type { Waitlist } from '../api/queries.ts';

/** The prompt for an agent that is to write the page of a waitlist. */
export const agentPrompt = ({ id, name }: Waitlist, url: string): string => `\
Write the page of my waitlist “${name}” (${url}).

What it should look like and say: [describe it here]

Use the Anteroom MCP server at ${location.origin}/api/mcp/mcp. Read the waitlist with get_waitlist (id ${id}), write the page, and save it with update_waitlist as reactCode.

The page code is ${PAGE_CODE_RULES}
`;
