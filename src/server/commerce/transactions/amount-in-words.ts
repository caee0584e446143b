const units = ['', 'satu', 'dua', 'tiga', 'empat', 'lima', 'enam', 'tujuh', 'delapan', 'sembilan', 'sepuluh', 'sebelas']

const scales: readonly [size: number, name: string][] = [
  [1_000_000_000_000, 'triliun'],
  [1_000_000_000, 'miliar'],
  [1_000_000, 'juta'],
  [1_000, 'ribu'],
]

/** A whole number from 0 to below 10^15 in Indonesian words: 89000 → "delapan puluh sembilan ribu". */
export function amountInWords(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0 || value >= 1e15)
    throw new RangeError(`amountInWords takes a whole number from 0 to below 10^15, not ${value}`)
  return value === 0 ? 'nol' : spell(value).join(' ')
}

function spell(value: number): string[] {
  for (const [size, name] of scales) {
    if (value < size) continue
    const count = Math.floor(value / size)
    // 1,000 is the single word "seribu"; 1,000,000 is "satu juta".
    const head = size === 1_000 && count === 1 ? ['seribu'] : [...spell(count), name]
    return [...head, ...spell(value % size)]
  }
  return belowThousand(value)
}

function belowThousand(value: number): string[] {
  if (value === 0) return []
  if (value < 12) return [units[value] ?? '']
  if (value < 20) return [units[value - 10] ?? '', 'belas']
  if (value < 100) return [units[Math.floor(value / 10)] ?? '', 'puluh', ...belowThousand(value % 10)]
  if (value < 200) return ['seratus', ...belowThousand(value - 100)]
  return [units[Math.floor(value / 100)] ?? '', 'ratus', ...belowThousand(value % 100)]
}
