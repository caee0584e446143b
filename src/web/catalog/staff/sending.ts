import { fieldErrors } from '#contract/client.ts'
import { maximumCourseFileBytes, type CourseImport } from '#contract/catalog/course-format.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { createSendingClient } from '#web/identity/send-with-progress.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { sharedValue } from '#web/kit/ui/behaviour/shared-value.ts'

/** A file on its way to the server; `sent` is its share, from 0 to 1. */
type Sending =
  | { step: 'idle' }
  | { step: 'sending'; name: string; sent: number }
  | { step: 'failed'; name: string; message: string }

// Beside the page, so that a file goes on while another page of the site is open.
const current = sharedValue<Sending>({ step: 'idle' })
const { set } = current

export function useSending() {
  const { sessions } = useApi()
  const sending = current.use()

  /** The import that the server keeps from now on; null when the file did not arrive. */
  async function send(file: File): Promise<CourseImport | null> {
    const { name } = file
    if (file.size === 0 || file.size > maximumCourseFileBytes) {
      set({ step: 'failed', name, message: 'Pilih berkas zip, imscc, atau mbz, maksimal 64 MB' })
      return null
    }
    set({ step: 'sending', name, sent: 0 })
    const client = createSendingClient(sessions, (sent) => set({ step: 'sending', name, sent }))
    try {
      const { data } = await withLogin(() => client.courseFormat.storeCourseImport({ file }))
      set({ step: 'idle' })
      return data
    } catch (error) {
      set({ step: 'failed', name, message: fieldErrors(error)['file'] ?? describeFailure(error) })
      return null
    }
  }
  return { sending, send }
}
