import { describe, expect, it } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { describeApi } from '../../../core/describe-api.ts';
import { verifies } from '../../support/verifies.ts';

const site = {
  baseUrl: 'https://anteroom.test',
  licensePriceUsd: 19,
  proPriceUsd: 49,
  allowInsecureLoopback: false,
};
const text = JSON.stringify(describeApi(site));

describe('the OpenAPI description', () => {
  it(`has nothing that Redocly reports${verifies('openapi.lint')}`, async () => {
    const config = await createConfig({ extends: ['recommended'] });
    expect(await lintFromString({ source: text, absoluteRef: 'openapi.json', config })).toEqual([]);
  });

  it(`has nothing that Spectral reports${verifies('openapi.lint')}`, async () => {
    const spectral = new Spectral();
    spectral.setRuleset({ extends: [oas as never] });
    expect(await spectral.run(text)).toEqual([]);
  });
});
