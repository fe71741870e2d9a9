import { expect, it } from '@jest/globals';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { toolOperations, toTool } from '../../../core/agents/tool.ts';
import { apiOperations } from '../../../core/registry.ts';

it('The list of tools stays below 14,000 tokens, because every agent reads it first', () => {
  const tools = JSON.stringify(toolOperations(apiOperations).map(toTool));
  expect(countTokens(tools)).toBeLessThan(14_000);
});
