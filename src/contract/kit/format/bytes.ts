const units = ['KB', 'MB', 'GB', 'TB']

/** 84_300 as "84 KB", 12_300_000 as "12,3 MB", with a decimal point for English. Without Intl, whose first use takes about 0.1 s on a cheap phone. */
export function formatBytes(bytes: number, decimalMark: ',' | '.' = ','): string {
  const unit = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(bytes) / 3) - 1))
  const value = bytes / 1000 ** (unit + 1)
  const rounded = unit === 0 ? Math.max(1, Math.round(value)) : Math.round(value * 10) / 10
  return `${String(rounded).replace('.', decimalMark)} ${units[unit]}`
}
