const minuteSeconds = 60
const hourSeconds = 60 * minuteSeconds

/** "40 detik", "12 menit", "23 jam 59 menit", "2 hari 5 jam": whole units, at most two. Two days are the first that are called days. */
export function formatSpan(seconds: number): string {
  if (seconds < minuteSeconds) return `${Math.floor(seconds)} detik`
  const minutes = Math.floor(seconds / minuteSeconds)
  if (minutes < 60) return `${minutes} menit`
  const hours = Math.floor(seconds / hourSeconds)
  return hours < 48
    ? inTwo(hours, 'jam', minutes % 60, 'menit')
    : inTwo(Math.floor(hours / 24), 'hari', hours % 24, 'jam')
}

const inTwo = (count: number, unit: string, rest: number, smaller: string): string =>
  rest === 0 ? `${count} ${unit}` : `${count} ${unit} ${rest} ${smaller}`
