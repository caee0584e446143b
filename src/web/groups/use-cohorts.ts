import { registerContract } from '#contract/client.ts'
import { onDemandContract } from '#contract/on-demand.ts'
import { useApi, useSession } from '#web/identity/index.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'

/** The cohorts of a course that this viewer sees. */
export function useCohorts(courseId: string) {
  const api = useApi()
  const session = useSession()
  const key = session.status === 'unknown' ? null : `${session.status} ${courseId}`
  return useRemote(key, async (signal) => {
    registerContract(onDemandContract)
    const caller = session.status === 'signed-in' ? api.authenticated : api.anonymous
    return (await caller.cohorts.listCohorts({ id: courseId }, { signal })).data
  })
}
