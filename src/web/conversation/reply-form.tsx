import { useRef, type FormEvent } from 'react'
import { focusInvalid } from '#web/kit/ui/behaviour/focus-invalid.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { FormError } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { PostField } from './post-field.tsx'
import { usePost } from './use-post.ts'
import { WaitingPosts } from './waiting-posts.tsx'

type Props = { courseId: string; questionId: string; userId: string; onSent: () => void }

/** Answers a question. What is typed stays on this device until it is sent. */
export function ReplyForm({ courseId, questionId, userId, onSent }: Props) {
  const post = usePost({ userId, courseId, questionId, draftId: questionId, onSent })
  const form = useRef<HTMLFormElement>(null)
  async function submit(event: FormEvent) {
    event.preventDefault()
    const outcome = await post.send()
    if (outcome === 'sent') toast.success('Jawabanmu terkirim.')
    // Errors are marked by the next render.
    if (outcome === null) requestAnimationFrame(() => focusInvalid(form.current))
  }
  return (
    <>
      <WaitingPosts
        userId={userId}
        isShown={(waiting) => waiting.questionId === questionId}
        draftIdOf={() => questionId}
        onSent={onSent}
      />
      <form
        ref={form}
        className="grid gap-3 justify-items-start print:hidden"
        onSubmit={(event) => void submit(event)}
        noValidate
      >
        <FormError>{post.errors.form}</FormError>
        <div className="w-full">
          <PostField
            courseId={courseId}
            label="Jawabanmu"
            error={post.errors.text}
            value={post.draft.text}
            onChange={(edit) => post.change(({ text }) => ({ text: edit(text) }))}
          />
        </div>
        <Button type="submit" busy={post.isSending}>
          Kirim Jawaban
        </Button>
      </form>
    </>
  )
}
