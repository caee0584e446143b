const oneDecimal = (value: number): string => String(Math.round(value * 10) / 10).replace('.', ',')

/** "84 KB", "1,2 MB", "5,4 GB". */
export const formatBytes = (bytes: number): string =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} KB`
    : bytes < 1_000_000_000
      ? `${oneDecimal(bytes / 1_000_000)} MB`
      : `${oneDecimal(bytes / 1_000_000_000)} GB`

/** Bytes that this site may still store on the device; null where the browser does not report it. */
export async function freeSpace(): Promise<number | null> {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {}
  return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage)
}

/** An estimate: storing may still fail. */
export const fits = async (bytes: number): Promise<boolean> => ((await freeSpace()) ?? Infinity) >= bytes

export const isQuotaExceeded = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError'

export const bytesOf = (files: readonly { bytes: number }[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0)
