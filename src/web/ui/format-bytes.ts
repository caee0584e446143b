const oneDecimal = (value: number): string => String(Math.round(value * 10) / 10).replace('.', ',')

/** "84 KB", "1,2 MB", "5,4 GB". */
export const formatBytes = (bytes: number): string =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} KB`
    : bytes < 1_000_000_000
      ? `${oneDecimal(bytes / 1_000_000)} MB`
      : `${oneDecimal(bytes / 1_000_000_000)} GB`
