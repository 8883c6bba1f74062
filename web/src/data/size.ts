/** A number of bytes as people say it. */
export const size = (bytes: number): string =>
  bytes < 1 << 20 ? `${Math.max(1, Math.round(bytes / 1024))} KiB` : `${(bytes / (1 << 20)).toFixed(1)} MB`;
