import type { Path } from '#contract/paths/paths.ts'

const oneDecimal = new Intl.NumberFormat('id-ID', { maximumFractionDigits: 1 })

/** The tagline and the description, as one text for search results. */
export const summaryOf = ({ title, tagline, description }: Pick<Path, 'title' | 'tagline' | 'description'>): string =>
  [(tagline || title).replace(/[.!?]$/, ''), description].filter(Boolean).join('. ').slice(0, 155)

/** `± 45 menit`, `± 12,5 jam` */
export const aboutHours = (minutes: number): string =>
  minutes < 60 ? `± ${minutes} menit` : `± ${oneDecimal.format(Math.round(minutes / 30) / 2)} jam`

/** `Pemula`, `Pemula sampai Lanjutan` */
export const levelText = ({ from, to }: Path['level']): string => (from === to ? from : `${from} sampai ${to}`)

export const pathFacts = ({ steps, minutes, level }: Pick<Path, 'steps' | 'minutes' | 'level'>): string[] => [
  `${steps.length} kelas`,
  aboutHours(minutes),
  levelText(level),
]
