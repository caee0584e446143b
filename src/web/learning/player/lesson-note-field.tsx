import { TextAreaField } from '#web/ui/field.tsx'
import { useLessonNote, type LessonNoteState } from './use-lesson-note.ts'

const stateText: Record<LessonNoteState, string> = {
  loading: 'Memuat catatan…',
  saved: 'Tersimpan otomatis, hanya kamu yang bisa melihatnya.',
  dirty: 'Menyimpan…',
  saving: 'Menyimpan…',
  waiting: 'Tersimpan di perangkat ini, dikirim saat online.',
  'not-loaded': 'Catatan lama belum bisa dimuat. Yang kamu tulis sekarang tetap tersimpan.',
  unavailable: 'Catatan tidak bisa disimpan di kelas ini.',
}

/** The student's note on a lesson. */
export function LessonNoteField(address: { courseId: string; contentId: string; userId: string }) {
  const note = useLessonNote(address)
  return (
    <section aria-label="Catatan" className="mt-8 max-w-[68ch] border-t border-line pt-6">
      <TextAreaField
        label="Catatanmu"
        rows={4}
        maxLength={10_000}
        placeholder="Tulis hal penting dari materi ini"
        value={note.text}
        disabled={note.state === 'loading'}
        onChange={(event) => note.change(event.target.value)}
        onBlur={() => note.save()}
      />
      <p role="status" className="mt-1.5 text-sm text-ink-3">
        {stateText[note.state]}
      </p>
    </section>
  )
}
