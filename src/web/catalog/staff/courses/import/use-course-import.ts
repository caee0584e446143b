import { useState } from 'react'
import { createApiClient, failureCode, failureData, fieldErrors } from '#contract/kit/client.ts'
import { maximumCourseFileBytes, type CourseMistake, type ImportedCourse } from '#contract/catalog/course-format.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { sendWithProgress } from '#web/identity/send-with-progress.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'

export type ImportState =
  | { step: 'empty' }
  /** `sent` is the share of the file, from 0 to 1. */
  | { step: 'checking'; file: File; sent: number }
  | { step: 'checked'; file: File; summary: ImportedCourse }
  | { step: 'importing'; file: File; summary: ImportedCourse; sent: number }
  | { step: 'mistakes'; file: File; mistakes: readonly CourseMistake[] }
  /** Without a response to the import itself, it can be confirmed again. */
  | { step: 'failed'; file: File; message: string; summary: ImportedCourse | null }

/** Sends a file to be checked, and again to be imported once that was confirmed. */
export function useCourseImport(onImported: (courseId: string) => void) {
  const { sessions } = useApi()
  const [state, setState] = useState<ImportState>({ step: 'empty' })

  async function send(file: File, checked: ImportedCourse | null): Promise<ImportedCourse | null> {
    const onProgress = (sent: number) => setState((now) => ('sent' in now && now.file === file ? { ...now, sent } : now))
    const client = createApiClient({
      baseUrl: new URL('/api', location.href).href,
      token: async () => (await sessions.read(location.pathname))?.token ?? null,
      fetch: (request) => sendWithProgress(request, onProgress),
    })
    try {
      return (await withLogin(() => client.courseFormat.importCourse({ file, check: `${checked === null}` }))).data
    } catch (error) {
      if (failureCode(error) === 'COURSE_MISTAKES') setState({ step: 'mistakes', file, ...failureData<{ mistakes: CourseMistake[] }>(error) })
      else setState({ step: 'failed', file, message: fieldErrors(error)['file'] ?? describeFailure(error), summary: checked })
      return null
    }
  }

  return {
    state,

    async check(file: File): Promise<void> {
      if (file.size > maximumCourseFileBytes)
        return setState({ step: 'failed', file, message: 'Pilih berkas zip, imscc, atau mbz, maksimal 64 MB', summary: null })
      setState({ step: 'checking', file, sent: 0 })
      const summary = await send(file, null)
      if (summary) setState({ step: 'checked', file, summary })
    },

    async confirm(): Promise<void> {
      if ((state.step !== 'checked' && state.step !== 'failed') || !state.summary) return
      const { file, summary } = state
      setState({ step: 'importing', file, summary, sent: 0 })
      const imported = await send(file, summary)
      if (imported?._id) onImported(imported._id)
    },
  }
}
