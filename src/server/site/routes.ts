import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import type { SiteModule } from './site.ts'
import { answer, serve } from '#server/serve.ts'

export function siteRoutes(site: SiteModule) {
  const { site: on } = endpoints
  return {
    showSite: answer(on.showSite, async () => site.describe()),
    search: on.search.handler(async ({ input }) => {
      const { results, note } = await site.search(input.q)
      return note === null ? ok(results) : ok(results, note)
    }),
    suggest: answer(on.suggest, async (input) => site.suggest(input.q)),
    health: on.health.handler(async ({ errors }) => {
      try {
        await site.checkEngine()
      } catch (cause) {
        throw errors.UNAVAILABLE({ cause })
      }
      return ok({ status: 'up' as const })
    }),
    serving: on.serving.handler(({ errors }) => {
      if (!site.isServing()) throw errors.UNAVAILABLE()
      return ok({ status: 'serving' as const })
    }),
    ready: on.ready.handler(async ({ errors }) => {
      try {
        await site.checkReady()
      } catch (cause) {
        throw errors.UNAVAILABLE({ cause })
      }
      return ok({ status: 'ready' as const })
    }),
  }
}

export const homeRoutes = (site: SiteModule) => ({
  showHome: answer(endpoints.home.showHome, async () => site.showHome()),
})

export const overviewRoutes = (site: SiteModule) => ({
  showOverview: serve(endpoints.overview.showOverview, async (viewer, input) =>
    site.showOverview(viewer, Number(input.days)),
  ),
})

export const notesRoutes = (site: SiteModule) => ({
  listMyNotes: endpoints.notes.listMyNotes.handler(async ({ input, context }) => {
    const { notes, next } = await site.listMyNotes(context.viewer().id, input)
    return { ...ok(notes), meta: { limit: input.limit, next } }
  }),
})
