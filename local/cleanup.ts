/** Steps that undo a start, run in reverse order. */
export class Cleanup {
  readonly #steps: (() => Promise<unknown> | undefined)[] = [];

  add(step: () => Promise<unknown> | undefined): void {
    this.#steps.push(step);
  }

  /** Stops something that is still starting, even if another start fails first. */
  track<Started extends { stop(): Promise<unknown> }>(starting: Promise<Started>): Promise<Started> {
    this.add(async () => {
      const started = await starting.catch(() => undefined);
      await started?.stop();
    });
    return starting;
  }

  /** Runs every step once, even if one of them fails or it is called again. */
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
