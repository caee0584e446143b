import Trash2 from 'lucide-react/icons/trash-2'
import type { Mark } from '#contract/library/reading.ts'
import { Badge } from '#web/kit/ui/badge.tsx'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { TextAreaField } from '#web/kit/ui/field.tsx'
import type { OrderedSection } from './book.ts'

type Props = {
  marks: readonly Mark[]
  /** Its note has the initial focus. */
  editedId: string | null
  sections: readonly OrderedSection[]
  onOpen: (mark: Mark) => void
  onChange: (mark: Mark) => void
}

/** Bookmarks and highlights in reading order, each with an optional note. */
export function MarksPanel({ marks, editedId, sections, onOpen, onChange }: Props) {
  const sectionsById = new Map(sections.map((section) => [section._id, section]))
  const shown = marks
    .filter((mark) => sectionsById.has(mark.sectionId))
    .toSorted(
      (a, b) =>
        (sectionsById.get(a.sectionId)?.index ?? 0) - (sectionsById.get(b.sectionId)?.index ?? 0) || a.start - b.start,
    )
  if (shown.length === 0) {
    return (
      <p className="text-ink-2">
        Belum ada tanda. Tandai tempat dengan tombol penanda, atau pilih sepotong teks untuk menyorotnya.
      </p>
    )
  }
  async function remove(mark: Mark, pressed: Element) {
    const question = { title: 'Hapus tanda ini?', text: 'Catatanmu di tanda ini ikut terhapus.', confirmLabel: 'Hapus' }
    if (mark.note !== '' && !(await askConfirm({ ...question, danger: true }))) return
    leaveRow(pressed)
    onChange({ ...mark, deleted: true })
  }
  return (
    <ul className="grid gap-4">
      {shown.map((mark) => (
        <li key={mark.id} className="rounded-card border border-line p-3.5">
          <div className="flex items-start justify-between gap-3">
            <button type="button" className="min-h-11 flex-1 text-left" onClick={() => onOpen(mark)}>
              <span className="flex flex-wrap items-center gap-2 text-sm font-semibold">
                <Badge tone={mark.kind === 'bookmark' ? 'neutral' : 'promo'}>
                  {mark.kind === 'bookmark' ? 'Penanda' : 'Sorotan'}
                </Badge>
                {sectionsById.get(mark.sectionId)?.heading}
              </span>
              <span className="mt-1 line-clamp-3 text-sm text-ink-2">“{mark.quote}”</span>
            </button>
            <button
              type="button"
              onClick={(event) => void remove(mark, event.currentTarget)}
              className="grid size-11 shrink-0 place-items-center rounded-full text-mengkudu hover:bg-sunken"
            >
              <Trash2 aria-hidden className="size-5" />
              <span className="sr-only">Hapus tanda: {mark.quote.slice(0, 60)}</span>
            </button>
          </div>
          <TextAreaField
            className="mt-2"
            label="Catatan"
            maxLength={2000}
            defaultValue={mark.note}
            {...(mark.id === editedId && { 'data-autofocus': '' })}
            // On every input event, so that closing the panel loses nothing.
            onChange={(event) => onChange({ ...mark, note: event.target.value })}
          />
        </li>
      ))}
    </ul>
  )
}
