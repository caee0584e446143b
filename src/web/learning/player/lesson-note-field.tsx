import { lazy, Suspense, useEffect, useRef, type ComponentType, type RefObject } from 'react'
import { maximumNoteLength } from '#contract/learning/note-length.ts'
import type { VideoControl } from '#web/catalog/video/video-control.ts'
import { TextAreaField } from '#web/kit/ui/field.tsx'
import type { NoteMomentsProps } from './note-moments.tsx'
import { useLessonNote, type LessonNoteState } from './use-lesson-note.ts'

const stateText: Record<LessonNoteState, string> = {
  loading: 'Memuat catatan…',
  saved: 'Tersimpan otomatis, hanya kamu yang bisa melihatnya.',
  dirty: 'Menyimpan…',
  saving: 'Menyimpan…',
  waiting: 'Tersimpan di perangkat ini, dikirim saat online.',
  failed: 'Catatan ini belum bisa disimpan. Salin dulu isinya, lalu muat ulang halaman.',
  'not-loaded': 'Catatan lama belum bisa dimuat. Yang kamu tulis sekarang tetap tersimpan.',
  unavailable: 'Catatan tidak bisa disimpan di kelas ini.',
}

// Texts of two devices were joined.
const tooLong =
  'Catatan dari dua perangkat digabung dan jadi terlalu panjang. Pendekkan sampai 10.000 karakter supaya tersimpan.'

// Only notes on videos have moments. Without a connection their code may be missing; the note can be written without it.
const NoteMoments = lazy<ComponentType<NoteMomentsProps>>(() =>
  import('./note-moments.tsx').catch(() => ({ default: () => null })),
)

type Props = {
  courseId: string
  lessonId: string
  userId: string
  /** Null where the lesson has none. */ video: RefObject<VideoControl | null> | null
  onFilled: (isFilled: boolean) => void
}

/** The student's note on a lesson. */
export function LessonNoteField({ video, onFilled, ...lesson }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const note = useLessonNote(lesson)
  const isFilled = note.text.trim() !== ''
  useEffect(() => onFilled(isFilled), [isFilled, onFilled])
  return (
    <section
      id="catatan"
      aria-label="Catatan"
      className="mt-8 max-w-[68ch] border-t border-line pt-6 print:has-[:placeholder-shown]:hidden"
    >
      <TextAreaField
        ref={field}
        label="Catatanmu"
        rows={4}
        maxLength={maximumNoteLength}
        placeholder="Tulis hal penting dari materi ini"
        value={note.text}
        disabled={note.state === 'loading'}
        onChange={(event) => note.change(event.target.value)}
        onBlur={() => note.save()}
      />
      <p role="status" className="mt-1.5 text-sm text-ink-3 print:hidden">
        {note.state === 'unavailable' && note.text.length > maximumNoteLength ? tooLong : stateText[note.state]}
      </p>
      {video && note.state !== 'loading' && (
        <Suspense>
          <NoteMoments text={note.text} onChange={note.change} field={field} video={video} />
        </Suspense>
      )}
    </section>
  )
}
