const UNITS = [
  ['GB', 1_073_741_824],
  ['MB', 1_048_576],
  ['KB', 1_024],
] as const;

/** `5 GB`, `99.9 MB`, `0 KB`. Rounded up, so that only nothing is shown as 0. */
export function formatBytes(bytes: number): string {
  const [unit, size] = UNITS.find(([, each]) => bytes >= each) ?? UNITS[2];
  return `${Math.ceil((bytes / size) * 10) / 10} ${unit}`;
}
