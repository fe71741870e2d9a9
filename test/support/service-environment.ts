import { TestEnvironment } from 'jest-environment-node';
import type { StartService } from './server.ts';

/**
 * Jest evaluates every module anew for every suite, and the service is a thousand of them. Here it is loaded by Node, as
 * `npm start` loads it, and once for each worker of a run; suites get it by this one function.
 */
export default class ServiceEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    const startService: StartService = async options =>
      (await import('../../local/service.ts')).startService(options);
    this.global.startService = startService;
  }
}
