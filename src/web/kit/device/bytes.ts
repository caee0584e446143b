/** Bytes that this site may still store on the device; null where the browser does not report it. */
export async function freeSpace(): Promise<number | null> {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {}
  return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage)
}

/** An estimate: storing may still fail. */
export const fits = async (bytes: number): Promise<boolean> => ((await freeSpace()) ?? Infinity) >= bytes

export const isQuotaExceeded = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError'

export const bytesOf = (files: readonly { bytes: number }[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0)
