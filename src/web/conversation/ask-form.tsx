import { useRef, useState, type FormEvent, type RefObject } from 'react'
import { paths } from '#contract/kit/paths.ts'
import { formatClock } from '#web/catalog/video/format-clock.ts'
import type { VideoControl } from '#web/catalog/video/video-control.ts'
import { useApi } from '#web/identity/index.ts'
import { notKeptText } from '#web/kit/device/device-value.ts'
import { focusInvalid } from '#web/kit/ui/behaviour/focus-invalid.ts'
import { useRemoteAddition } from '#web/kit/ui/behaviour/use-remote.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { CheckboxField, FormError, TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { PostField } from './post-field.tsx'
import { usePost } from './use-post.ts'

type Props = {
  courseId: string
  /** The lesson that is open; null on the page of the course. */
  lessonId: string | null
  userId: string
  /** Null where the lesson has none. */
  video: RefObject<VideoControl | null> | null
  onSent: (questionId: string) => void
  onClose: () => void
}

export const draftIdOf = (courseId: string, lessonId: string | null): string => `${courseId}.${lessonId ?? 'kelas'}`

/** Asks a question. What is typed stays on this device until it is sent. */
export function AskForm({ courseId, lessonId, userId, video, onSent, onClose }: Props) {
  const post = usePost({ userId, courseId, questionId: null, draftId: draftIdOf(courseId, lessonId), onSent })
  const { draft, errors } = post
  const form = useRef<HTMLFormElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const outcome = await post.send()
    // Errors are marked by the next render.
    if (outcome === null) return void requestAnimationFrame(() => focusInvalid(form.current))
    if (outcome === 'sent') toast.success('Pertanyaanmu terkirim.')
    onClose()
  }
  // The lesson that the question is about belongs to what is sent, also from another page.
  const change = (edit: (now: typeof draft) => Partial<typeof draft>) =>
    post.change((now) => ({ contentId: lessonId, ...edit(now) }))

  return (
    <form
      ref={form}
      className="grid gap-3 rounded-card border border-line bg-surface p-4"
      aria-label="Pertanyaan baru"
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <FormError>{errors.form}</FormError>
      <TextField
        label="Judul pertanyaan"
        required
        autoComplete="off"
        maxLength={150}
        error={errors.title}
        value={draft.title}
        onChange={({ target }) => change(() => ({ title: target.value }))}
      />
      <Similar courseId={courseId} title={draft.title} />
      <PostField
        courseId={courseId}
        label="Jelaskan pertanyaanmu"
        error={errors.text}
        value={draft.text}
        onChange={(edit) => change(({ text }) => ({ text: edit(text) }))}
      />
      {/* A lesson may be no video any more since the draft was begun: then its second can be left out. */}
      {(video || draft.second !== null) && (
        <MomentField video={video} second={draft.second} onChange={(second) => change(() => ({ second }))} />
      )}
      <p className="text-sm text-ink-3">
        {post.isKept ? 'Tulisanmu tersimpan di perangkat ini sampai terkirim.' : notKeptText}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={post.isSending}>
          Kirim Pertanyaan
        </Button>
        <Button type="button" variant="ghost" onClick={onClose}>
          Tutup
        </Button>
      </div>
    </form>
  )
}

/** The second of the video that the question is about. */
function MomentField({
  video,
  second,
  onChange,
}: {
  video: RefObject<VideoControl | null> | null
  second: number | null
  onChange: (second: number | null) => void
}) {
  const [problem, setProblem] = useState<string | null>(null)
  function change(isChosen: boolean) {
    setProblem(null)
    if (!isChosen) return onChange(null)
    const now = video?.current?.now() ?? null
    if (now === null) return setProblem('Putar videonya dulu, lalu centang lagi.')
    onChange(Math.floor(now))
  }
  return (
    <CheckboxField
      label={
        second === null ? 'Sertakan detik video yang sedang diputar' : `Tentang detik ${formatClock(second)} di video`
      }
      checked={second !== null}
      error={problem}
      onChange={(event) => change(event.target.checked)}
    />
  )
}

/** Questions that may already have the answer. */
function Similar({ courseId, title }: { courseId: string; title: string }) {
  const { authenticated } = useApi()
  const words = title.trim()
  const data = useRemoteAddition(words.length < 8 ? null : words, async (signal) => {
    // Only once the typing pauses.
    await new Promise((resolve) => setTimeout(resolve, 400))
    signal.throwIfAborted()
    return (await authenticated.questions.listSimilarQuestions({ id: courseId, title: words }, { signal })).data
  })
  if (!data?.length) return null
  return (
    <div className="rounded-field bg-sunken p-3 text-sm" role="status">
      <p className="font-semibold">Mungkin sudah ada jawabannya:</p>
      <ul className="mt-1 grid">
        {data.map(({ _id, title: known, answerCount }) => (
          <li key={_id}>
            {/* A tab of its own, so that what is being written stays in sight. */}
            <a
              href={paths.question({ questionId: _id })}
              target="_blank"
              rel="noreferrer"
              className="inline-block min-h-9 py-1.5 text-nila underline wrap-anywhere"
            >
              {known}
            </a>{' '}
            <span className="text-ink-3">· {answerCount} jawaban</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
