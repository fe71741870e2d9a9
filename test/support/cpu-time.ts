/**
 * What some work costs this process in milliseconds of processor time. Other programs on the machine do not count, so it
 * may be compared with a limit that only work of the wrong order exceeds.
 */
export function cpuMilliseconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
