import { fieldErrors } from '#contract/client.ts'
import {
  maximumCourseFileBytes,
  maximumCourseFileMegabytes,
  type CourseImport,
} from '#contract/moving/course-format.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { createSendingClient } from '#web/identity/send-with-progress.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { sharedValue } from '#web/kit/ui/behaviour/shared-value.ts'

/** A course to send, whose content is read when its turn comes. */
export type CourseFile = { name: string; bytes: number; read: () => Promise<File> }
type Failure = { name: string; message: string }

/** Files on their way to the server; `sent` is the share of this one, from 0 to 1. */
type Sending =
  | { step: 'idle'; failures: readonly Failure[] }
  | { step: 'sending'; name: string; sent: number; nth: number; of: number }

// Beside the page, so that files go on while another page of the site is open.
const current = sharedValue<Sending>({ step: 'idle', failures: [] })

/** Lists of people that came with courses, until other files are chosen. */
export const peopleFiles = sharedValue<readonly CourseFile[]>([])

export function useSending() {
  const { sessions } = useApi()
  const sending = current.use()

  /** The imports that the server keeps from now on, without those of files that did not arrive. */
  async function send(files: readonly CourseFile[], onStored: () => void): Promise<CourseImport[]> {
    const stored: CourseImport[] = []
    const failures: Failure[] = []
    for (const [index, { name, bytes, read }] of files.entries()) {
      if (bytes === 0 || bytes > maximumCourseFileBytes) {
        failures.push({ name, message: `Pilih berkas zip, imscc, atau mbz, maksimal ${maximumCourseFileMegabytes} MB` })
        continue
      }
      const show = (sent: number) => current.set({ step: 'sending', name, sent, nth: index + 1, of: files.length })
      show(0)
      try {
        const file = await read()
        const client = createSendingClient(sessions, show)
        stored.push((await withLogin(() => client.courseFormat.storeCourseImport({ file }))).data)
        onStored()
      } catch (error) {
        failures.push({ name, message: fieldErrors(error)['file'] ?? describeFailure(error) })
      }
    }
    current.set({ step: 'idle', failures })
    return stored
  }
  return { sending, send }
}
