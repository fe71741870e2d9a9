/** What has to be stopped, in the reverse order of its start. */
export class Cleanup {
  readonly #steps: (() => Promise<unknown> | undefined)[] = [];

  add(step: () => Promise<unknown> | undefined): void {
    this.#steps.push(step);
  }

  /** Registers something that is being started, also when whatever starts beside it fails first. */
  track<Started extends { stop(): Promise<unknown> }>(starting: Promise<Started>): Promise<Started> {
    this.add(async () => {
      const started = await starting.catch(() => undefined);
      await started?.stop();
    });
    return starting;
  }

  /** Runs every step, also after one failed. Runs each once, however often it is called. */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Stopping failed');
  }
}
