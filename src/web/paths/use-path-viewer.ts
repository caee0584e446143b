import { useState } from 'react'
import type { Path } from '#contract/paths/paths.ts'
import { useApi, useSession } from '#web/identity/index.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'

export type PathViewer = NonNullable<Path['viewer']>

/** Loads what the signed-in user owns, finished and saved of a path. In the browser, because the page is the same for everyone. */
export function usePathViewer(id: string): {
  viewer: PathViewer | null
  hasFailed: boolean
  /** True for visitors, too, who own nothing. */
  isKnown: boolean
  reload: () => void
  change: (changes: Partial<PathViewer>) => void
} {
  const { authenticated } = useApi()
  const session = useSession()
  const [changed, setChanged] = useState<Partial<PathViewer>>({})
  const key = session.status === 'signed-in' ? `${session.session.user._id} ${id}` : null
  const { status, data, reload } = useRemote(
    key,
    async (signal) => (await authenticated.paths.showPath({ slug: id }, { signal })).data.viewer,
  )
  return {
    viewer: data ? { ...data, ...changed } : null,
    hasFailed: status === 'failed',
    isKnown: key === null || status === 'loaded',
    reload,
    change: setChanged,
  }
}
