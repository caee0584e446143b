import { useState } from 'react'
import { fieldErrors, serverMessage } from '#contract/client.ts'
import { isNetworkFailure } from '#web/identity/api.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { newKey } from '#web/kit/device/device-store.ts'
import { deviceSync } from '#web/kit/device/sync.ts'
import { useStored } from '#web/kit/device/use-stored.ts'
import { draftStore, postTask, removeSent, sendPost, waitingStore, type PostDraft } from './post-store.ts'

type Options = {
  userId: string
  courseId: string
  /** The question that is answered; null for a new question. */
  questionId: string | null
  draftId: string
  onSent: (questionId: string) => void
}
type Errors = { title?: string; text?: string; form?: string }

const empty = { title: '', text: '', contentId: null, second: null }

/** Something being written: kept on this device until it is sent, and sent later when there is no connection. */
export function usePost({ userId, courseId, questionId, draftId, onSent }: Options) {
  const api = useApi()
  const draft = useStored(draftStore, userId, draftId)
  const [errors, setErrors] = useState<Errors>({})
  const [isSending, setSending] = useState(false)

  function change(edit: (now: PostDraft) => Partial<PostDraft>) {
    draftStore.update(userId, draftId, (stored) => {
      const now = stored ?? { ...empty, key: newKey() }
      return { ...now, ...edit(now) }
    })
    setErrors({})
  }

  /** 'waiting': it is sent once there is a connection. Null: something is to be mended. */
  async function send(): Promise<'sent' | 'waiting' | null> {
    const post = draftStore.read(userId, draftId) ?? { ...empty, key: newKey() }
    const missing = missingIn(post, questionId)
    if (missing) {
      setErrors(missing)
      return null
    }
    const whole = { ...post, courseId, questionId }
    setSending(true)
    try {
      const sentTo = await withLogin(() => sendPost(api, whole))
      removeSent(userId, draftId, post)
      onSent(sentTo)
      return 'sent'
    } catch (error) {
      if (isNetworkFailure(error)) {
        waitingStore.put(userId, post.key, { ...whole, rejection: '' })
        removeSent(userId, draftId, post)
        void deviceSync.request({ api, owner: userId, task: postTask, id: post.key })
        return 'waiting'
      }
      const { title, text, ...rest } = fieldErrors(error)
      const form = Object.values(rest)[0] ?? serverMessage(error) ?? 'Belum terkirim. Coba lagi.'
      setErrors(title || text ? { ...(title ? { title } : {}), ...(text ? { text } : {}) } : { form })
      return null
    } finally {
      setSending(false)
    }
  }

  return { draft: { ...empty, ...draft }, isKept: draftStore.isKept(userId, draftId), errors, isSending, change, send }
}

function missingIn({ title, text }: PostDraft, questionId: string | null): Errors | null {
  const errors: Errors = {}
  if (questionId === null && title.trim() === '') errors.title = 'Tulis judul pertanyaanmu'
  if (text.trim() === '') errors.text = questionId === null ? 'Tulis pertanyaanmu' : 'Tulis jawabanmu'
  return Object.keys(errors).length > 0 ? errors : null
}
