import { registerContract } from '#contract/client.ts'
import { cohortsContract } from '#contract/groups/cohorts.ts'
import { useApi, useSession } from '#web/identity/index.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'

registerContract({ cohorts: cohortsContract })

/** The cohorts of a course that this viewer sees. */
export function useCohorts(courseId: string) {
  const api = useApi()
  const session = useSession()
  const key = session.status === 'unknown' ? null : `${session.status} ${courseId}`
  return useRemote(key, async (signal) => {
    const caller = session.status === 'signed-in' ? api.authenticated : api.anonymous
    return (await caller.cohorts.listCohorts({ id: courseId }, { signal })).data
  })
}
