import Star from 'lucide-react/icons/star'
import { useEffect, useEffectEvent, useReducer, useRef, useState, type FormEvent } from 'react'
import { useRevalidator } from 'react-router'
import { fieldErrors, serverMessage } from '#contract/client.ts'
import { useApi, useSession, withLogin } from '#web/identity/index.ts'
import { useUnsavedGuard } from '#web/identity/session/use-unsaved-guard.ts'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { CheckboxField, FormError, TextAreaField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { isUnsaved, reduceReview, type ReviewEvent, type ReviewValues } from './review-state.ts'
import type { CourseViewer } from './use-course-viewer.ts'

type Props = {
  courseId: string
  review: CourseViewer['review']
  showsName: CourseViewer['showsName']
  onChanged: () => void
}

const ratingLabels = ['Kurang', 'Cukup', 'Lumayan', 'Bagus', 'Bagus sekali']
const textLimit = 2000

/** Lets a student write, change and delete their review. A hidden review can be changed, so that an admin may restore it. */
export function MyReview({ courseId, review, showsName, onChanged }: Props) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const stored = { rating: review?.rating ?? 0, text: review?.text ?? '', isNamed: showsName ?? true }
  const [form, dispatch] = useReducer(reduceReview, { values: stored, saved: stored })
  const { rating, text, isNamed } = form.values
  const type = (change: Partial<ReviewValues>) => dispatch({ type: 'typed', change })
  // The form stays while it is saved and read again, with the focus.
  // The list is read after the own review is known, and before it is forgotten: it would be taken for that of somebody else.
  const isListOld = useRef(false)
  const takeStored = useEffectEvent(() => {
    dispatch({ type: 'read', values: stored })
    if (isListOld.current) void revalidate()
    isListOld.current = false
  })
  useEffect(() => takeStored(), [review, showsName])
  useUnsavedGuard(() => isUnsaved(form))
  const session = useSession()
  const heading = useRef<HTMLHeadingElement>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)

  async function change(work: () => Promise<unknown>, done: string, event: ReviewEvent): Promise<void> {
    setSaving(true)
    setFailure(null)
    try {
      await withLogin(work)
      toast.success(done)
      dispatch(event)
      if (event.type === 'read') {
        // "Hapus" disappears with the review.
        heading.current?.focus()
        await revalidate()
      } else isListOld.current = true
      onChanged()
    } catch (error) {
      setFailure(
        Object.values(fieldErrors(error))[0] ??
          serverMessage(error) ??
          'Ulasan belum tersimpan. Isian masih ada, coba lagi.',
      )
    } finally {
      setSaving(false)
    }
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (rating === 0) return setFailure('Pilih 1 sampai 5 bintang')
    await change(
      () => authenticated.learning.saveReview({ id: courseId, rating, text, showName: isNamed }),
      'Ulasan tersimpan. Terima kasih!',
      { type: 'sent', values: form.values },
    )
  }

  async function remove() {
    const sure = await askConfirm({
      title: 'Hapus ulasan?',
      text: 'Bintang dan teksnya hilang dari halaman kelas ini.',
      confirmLabel: 'Hapus',
      danger: true,
    })
    if (!sure) return
    await change(() => authenticated.learning.deleteReview({ id: courseId }), 'Ulasan dihapus.', {
      type: 'read',
      values: { rating: 0, text: '', isNamed },
    })
  }

  return (
    <form
      onSubmit={(event) => void save(event)}
      className="mb-8 grid gap-4 rounded-card border border-line bg-surface p-5"
      aria-labelledby="ulasanmu"
    >
      <h3 id="ulasanmu" ref={heading} tabIndex={-1} className="text-h3 font-bold">
        {review ? 'Ulasanmu' : 'Tulis ulasan'}
      </h3>
      {typeof review?.hiddenReason === 'string' && (
        <p className="rounded-field bg-kunyit-50 px-4 py-3 text-kunyit-ink">
          Ulasan ini disembunyikan admin: {review.hiddenReason}. Kamu masih bisa memperbaikinya; admin bisa
          menampilkannya lagi.
        </p>
      )}
      <RatingChoice rating={rating} onChange={(rating) => type({ rating })} />
      <TextAreaField
        label="Ulasan"
        rows={4}
        maxLength={textLimit}
        value={text}
        onChange={(event) => type({ text: event.target.value })}
        hint="Apa yang membantu, apa yang kurang?"
      />
      <CheckboxField
        label={`Tampilkan namaku${session.status === 'signed-in' ? `, ${session.session.user.name}` : ''}`}
        hint="Nama lengkapmu terlihat oleh semua orang di ulasanmu. Tanpa centang, tampil sebagai “Siswa”."
        checked={isNamed}
        onChange={(event) => type({ isNamed: event.target.checked })}
      />
      <FormError>{failure}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSaving}>
          Simpan
        </Button>
        {review?.hiddenReason === null && (
          <Button type="button" variant="ghost" className="text-mengkudu!" onClick={() => void remove()}>
            Hapus
          </Button>
        )}
      </div>
    </form>
  )
}

function RatingChoice({ rating, onChange }: { rating: number; onChange: (rating: number) => void }) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Bintang</legend>
      <div className="flex flex-wrap gap-2">
        {ratingLabels.map((label, index) => (
          <label
            key={label}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-field border border-border px-3 text-sm has-checked:border-nila has-checked:bg-nila-50 has-checked:font-semibold has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="rating"
              className="sr-only"
              value={index + 1}
              checked={rating === index + 1}
              onChange={() => onChange(index + 1)}
            />
            {index + 1} <Star aria-hidden className="size-4 fill-current text-star" />
            <span className="max-sm:sr-only">{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
