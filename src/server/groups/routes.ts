import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import type { Groups } from './groups.ts'
import { serve } from '#server/serve.ts'

export function scheduleRoutes(groups: Groups) {
  const { schedule: on } = endpoints
  return {
    showSchedule: serve(on.showSchedule, async (viewer) => groups.showSchedule(viewer.id)),
    joinMeeting: on.joinMeeting.handler(async ({ input, context, errors }) => {
      const { url } = accept(await groups.joinMeeting(context.viewer().id, input.id), errors, 'joined')
      return ok({ url })
    }),
    showScheduleFeed: on.showScheduleFeed.handler(async ({ context }) =>
      ok({ url: await groups.showFeed(context.viewer().id) }),
    ),
    renewScheduleFeed: on.renewScheduleFeed.handler(async ({ context }) =>
      ok({ url: await groups.renewFeed(context.viewer().id) }, 'Tautan baru siap. Tautan lama tidak berlaku lagi.'),
    ),
    downloadSchedule: on.downloadSchedule.handler(async ({ input, errors }) =>
      found(await groups.downloadSchedule(input.file), errors),
    ),
  }
}
