import type { ReactNode } from 'react'

/** A course or an e-book of the student, as Kelas Saya shows it. */
export type MyItem = {
  id: string
  title: string
  /** Instructor or author; may be empty. */
  by: string
  path: string
  image: string
  /** 0 to 100. */
  percent: number
  /** "3 dari 12 materi". */
  amount: string
  /** "Lanjut Belajar". */
  verb: string
  /** When it was last opened (ISO 8601, UTC); null before. */
  lastUsedAt: string | null
  badge: ReactNode
  /** Certificate of a finished course. */
  actions?: ReactNode
}

export const statuses = [
  { value: 'new', label: 'Belum mulai', includes: (percent: number) => percent === 0 },
  { value: 'active', label: 'Berjalan', includes: (percent: number) => percent > 0 && percent < 100 },
  { value: 'done', label: 'Selesai', includes: (percent: number) => percent === 100 },
] as const

/** Items with all words of the query in title or name, and with the status; an unknown status counts as none. */
export function narrow<Item extends Pick<MyItem, 'title' | 'by' | 'percent'>>(
  items: readonly Item[],
  { q, status }: { q: string; status: string },
): Item[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const chosen = statuses.find(({ value }) => value === status)
  return items.filter(({ title, by, percent }) => {
    const text = `${title} ${by}`.toLowerCase()
    return words.every((word) => text.includes(word)) && (chosen?.includes(percent) ?? true)
  })
}
