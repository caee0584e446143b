import { hasVisibleText } from '#contract/kit/text/visible-text.ts'
import { useEffect, useState } from 'react'
import { fileMessages, submissionRules, isWebUrl, maximumFiles } from '#contract/assessment/assignment-values.ts'
import { fileProblem } from '#contract/kit/media/file-rules.ts'
import { fieldErrors, serverMessage } from '#contract/client.ts'
import { newKey } from '#web/kit/device/device-store.ts'
import { readFiles, storeFiles } from '#web/kit/device/file-store.ts'
import { useStored } from '#web/kit/device/use-stored.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { createSendingClient } from '#web/identity/send-with-progress.ts'
import { draftStore, type HandInDraft } from './draft-store.ts'

export type ChosenFile = { key: string; file: File; problem: string | null }
const choose = (file: File): ChosenFile => ({ key: newKey(), file, problem: fileProblem(file, submissionRules) })
type Errors = { text?: string; link?: string; files?: string }
type LessonIds = { courseId: string; lessonId: string; userId: string }

const nothingTyped = 'Tulis teks, isi tautan, atau lampirkan berkas dulu'
const notConnected = 'Belum terkirim: kamu sedang tidak tersambung. Isianmu masih ada; tekan lagi saat online.'

/** Draft of a hand-in. It is saved on this device, files where the browser can store them. */
export function useHandIn(
  { courseId, lessonId, userId }: LessonIds,
  { start, onSent }: { /** Before anything is typed. */ start: HandInDraft; onSent: () => void },
) {
  const { sessions } = useApi()
  const stored = useStored(draftStore, userId, lessonId)
  const draft = stored ?? start
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [areFilesStored, setFilesStored] = useState(true)
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<string | null>(null)
  /** The sent share; null while nothing is sent. */
  const [progress, setProgress] = useState<number | null>(null)

  useEffect(() => {
    let isCurrent = true
    void readFiles(userId, lessonId).then((found) => {
      if (isCurrent && found.length > 0) setFiles((chosen) => [...found.map(choose), ...chosen].slice(0, maximumFiles))
    })
    return () => void (isCurrent = false)
  }, [userId, lessonId])

  function change(next: readonly ChosenFile[]) {
    setFiles(next)
    // Shows that this device has data to delete on sign-out, also before anything is typed.
    if (next.length > 0) draftStore.put(userId, lessonId, draft)
    const accepted = next.filter(({ problem }) => problem === null).map(({ file }) => file)
    void storeFiles(userId, lessonId, accepted).then(setFilesStored)
  }
  /** Signing out asks about what is stored: what is as it was before anything was typed is not. */
  function store(next: HandInDraft, fileCount: number) {
    const isAtStart = next.text === start.text && next.link === start.link
    draftStore.update(userId, lessonId, () => (isAtStart && fileCount === 0 ? null : next))
  }
  function type(change: Partial<HandInDraft>) {
    store({ ...draft, ...change }, files.length)
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => field === 'files' || !(field in change))),
    )
  }
  function add(chosen: readonly File[]) {
    // A file that is dropped meanwhile would look as if it was sent.
    if (progress !== null) return
    const added = chosen.map(choose)
    const remaining = maximumFiles - files.length
    change([...files, ...added.slice(0, Math.max(0, remaining))])
    const { files: _, ...others } = errors
    setErrors(added.length > remaining ? { ...others, files: fileMessages.tooMany } : others)
  }
  function remove(key: string) {
    const remaining = files.filter((file) => file.key !== key)
    change(remaining)
    store(draft, remaining.length)
    const { files: _, ...others } = errors
    setErrors(others)
  }
  function check(): Errors {
    const { text, link } = draft
    if (!hasVisibleText(text) && link.trim() === '' && files.length === 0) return { text: nothingTyped }
    return {
      ...(link.trim() !== '' && !isWebUrl(link.trim()) ? { link: 'Tautan harus diawali http:// atau https://' } : {}),
      ...(files.some(({ problem }) => problem) ? { files: 'Hapus atau ganti berkas yang ditandai' } : {}),
    }
  }
  function showFailure(error: unknown) {
    const { text, link, files: all, ...others } = fieldErrors(error)
    const problems = files.map((_, index) => others[`files.${index}`])
    setFiles(files.map((file, index) => ({ ...file, problem: problems[index] ?? file.problem })))
    const found = {
      ...(text ? { text } : {}),
      ...(link ? { link } : {}),
      ...(all ? { files: all } : problems.some(Boolean) ? { files: 'Hapus atau ganti berkas yang ditandai' } : {}),
    }
    setErrors(found)
    if (Object.keys(found).length === 0) setFailure(serverMessage(error) ?? notConnected)
  }

  /** False when it was not sent; the input stays. */
  async function send(): Promise<boolean> {
    if (progress !== null) return false
    const found = check()
    setErrors(found)
    setFailure(null)
    if (Object.keys(found).length > 0) return false
    const sent = draftStore.read(userId, lessonId)
    const client = createSendingClient(sessions, setProgress)
    setProgress(0)
    try {
      const { text, link } = draft
      await withLogin(() =>
        client.submissions.handIn({
          id: courseId,
          contentId: lessonId,
          text,
          link,
          files: files.map(({ file }) => file),
        }),
      )
      // Input typed meanwhile, or in another tab, stays.
      draftStore.update(userId, lessonId, (now) => (now?.text === sent?.text && now?.link === sent?.link ? null : now))
      change([])
      onSent()
      return true
    } catch (error) {
      showFailure(error)
      return false
    } finally {
      setProgress(null)
    }
  }

  return { draft, files, errors, failure, progress, isStored: stored !== null, areFilesStored, type, add, remove, send }
}
export type HandIn = ReturnType<typeof useHandIn>
