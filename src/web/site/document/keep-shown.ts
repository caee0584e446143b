import type { createBrowserRouter, DataStrategyFunction, DataStrategyResult } from 'react-router'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { describeError } from '#web/site/describe-error.ts'

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'revalidate'>

/**
 * Describes a failure that an error page would offer to try again: no connection, a server that restarts. Null for a redirect, by which a user who signed out
 * in another tab is led away, and for a page that a loader does not find (`data()`).
 */
function describePassing(error: unknown): string | null {
  if (error instanceof Response || Object(error).init) return null
  const { title, canRetry } = describeError(error)
  return canRetry ? title : null
}

/**
 * Loads as the router does by itself. But what a page shows, and what was typed there, stays when loading the same page once more fails
 * for a while: nobody went anywhere.
 */
export function keepShown(router: () => Router): DataStrategyFunction {
  // One function, so that many failures load the page again once.
  const reload = () => void router().revalidate()
  return async ({ matches, unstable_initiator: initiator }) => {
    let lost: string | null = null
    const results = await Promise.all(
      matches
        .filter(({ shouldLoad }) => shouldLoad)
        .map(async ({ route, resolve }): Promise<[string, DataStrategyResult]> => {
          const result = await resolve()
          const shown: unknown = router().state.loaderData[route.id]
          const isPage = initiator === 'revalidation' && result.type === 'error' && shown !== undefined
          const passing = isPage ? describePassing(result.result) : null
          lost ??= passing
          return [route.id, passing ? { type: 'data', result: shown } : result]
        }),
    )
    if (lost) {
      toast.error(`${lost}. Yang tampil belum tentu yang terbaru.`)
      addEventListener('online', reload, { once: true })
    }
    return Object.fromEntries(results)
  }
}
