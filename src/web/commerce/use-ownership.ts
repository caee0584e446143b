import { useEffect, useState } from 'react'
import { useApi, useSession } from '#web/identity/index.ts'

export type Ownership = 'unknown' | 'not-owned' | 'owned'

/** Does whoever is signed in own this course? The public page is the same for everyone, so it is asked afterwards. */
export function useOwnership(courseId: string): Ownership {
  const { mine } = useApi()
  const session = useSession()
  const token = session.status === 'signed-in' ? session.session.token : null
  const [known, setKnown] = useState<{ token: string; courseId: string; owned: boolean } | null>(null)

  useEffect(() => {
    if (!token) return
    let left = false
    // When it cannot be told, the buy button stays: the server refuses what is owned already.
    mine.learning.showCourse({ id: courseId }).then(
      ({ data }) => left || setKnown({ token, courseId, owned: data.viewer.enrolled }),
      () => {},
    )
    return () => {
      left = true
    }
  }, [mine, token, courseId])

  if (session.status === 'unknown') return 'unknown'
  if (!token || known?.token !== token || known.courseId !== courseId) return token ? 'unknown' : 'not-owned'
  return known.owned ? 'owned' : 'not-owned'
}
