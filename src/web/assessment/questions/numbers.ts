/** "3,14", "3.14", "-1.000,5" and "2e3" → a number; null for anything else. With a comma, dots group thousands. */
export function parseNumber(typed: string): number | null {
  const compact = typed.replaceAll(/\s/g, '').replace('−', '-')
  const decimal = compact.includes(',') ? compact.replaceAll('.', '').replace(',', '.') : compact
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(decimal)) return null
  const value = Number(decimal)
  return Math.abs(value) <= 1e15 ? value : null
}

export const formatNumber = (value: number): string => value.toLocaleString('id-ID', { maximumFractionDigits: 15, useGrouping: false })
