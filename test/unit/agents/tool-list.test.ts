import { expect, it } from '@jest/globals';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describeService } from '../../../core/agents/instructions.ts';
import { PROMPTS } from '../../../core/agents/prompts.ts';
import { toolOperations, toTool } from '../../../core/agents/tool.ts';
import { apiOperations } from '../../../core/registry.ts';
import { verifies } from '../../support/verifies.ts';

const SITE = {
  baseUrl: 'https://anteroom.example',
  licensePriceUsd: 1,
  proPriceUsd: 1,
  allowInsecureLoopback: false,
};

it(`The tools without their outputs, the prompts, and the instructions stay below 14,000 tokens together, because every agent reads them first, and the outputs below 8,000${verifies('agents.surface-14000-tokens')}`, () => {
  const tools = toolOperations(apiOperations).map(toTool);
  const inputs = tools.map(({ outputSchema: _, ...tool }) => tool);
  const surface = JSON.stringify({ tools: inputs, prompts: PROMPTS }) + describeService(SITE);
  expect(countTokens(surface)).toBeLessThan(14_000);
  const outputs = tools.map(({ outputSchema }) => outputSchema);
  expect(countTokens(JSON.stringify(outputs))).toBeLessThan(8_000);
});
