import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { verifies } from '../support/verifies.ts';

describe('the test database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it(`is started by the tests themselves, with settings unsafe for permanent data${verifies('run.npm-test-needs-no-service')}`, async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      const { rows } = await client.query('SHOW fsync');
      expect(rows).toEqual([{ fsync: 'off' }]);
    } finally {
      await client.end();
    }
  });
});
