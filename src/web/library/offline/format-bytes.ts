const units = new Intl.NumberFormat('id-ID', { maximumFractionDigits: 1 })
/** "84 KB", "1,2 MB", "5,4 GB". */
export const formatBytes = (bytes: number): string =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} KB`
    : bytes < 1_000_000_000
      ? `${units.format(bytes / 1_000_000)} MB`
      : `${units.format(bytes / 1_000_000_000)} GB`
