import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { serverMessage } from '#contract/client.ts'
import { paths } from '#contract/kit/paths.ts'
import { requestLogin, useApi, withLogin } from '#web/identity/index.ts'
import { commerceText } from '#web/commerce/text.ts'

/** 'Mulai Belajar' on a free course: sign in if needed, enrol, open the player. */
export function useFreeEnrollment({
  courseId,
  title,
  cohortId,
}: {
  courseId: string
  title: string
  /** Set for a course of cohorts. */
  cohortId: string | null
}) {
  const { authenticated, sessions } = useApi()
  const navigate = useNavigate()
  const [isStarting, setStarting] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const busy = useRef(false)

  async function start() {
    if (busy.current) return
    busy.current = true
    setStarting(true)
    setFailure(null)
    try {
      if (
        !(await sessions.read('/')) &&
        !(await requestLogin({ reason: `Masuk untuk mulai belajar “${title}”. Kelas ini gratis.` }))
      )
        return
      await withLogin(() => authenticated.commerce.enrollFree({ id: courseId, ...(cohortId && { cohortId }) }))
      await navigate(paths.player({ courseId }))
    } catch (error) {
      setFailure(serverMessage(error) ?? commerceText.startFailed)
    } finally {
      busy.current = false
      setStarting(false)
    }
  }

  return { start, isStarting, failure }
}
