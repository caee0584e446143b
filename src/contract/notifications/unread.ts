import * as z from 'zod/mini'
import { at, response, signedInEndpoint } from '#contract/kit/endpoint.ts'

export const unread = z.object({
  /** At most `maximumUnreadShown`. */
  unread: z.number(),
})

/** A file of its own, because the bell of every page calls it. */
export const unreadContract = {
  countUnreadNotifications: signedInEndpoint
    .route(at('GET /me/notifications/unread', 'How many notifications I have not read, at most 100'))
    .output(response(unread)),
}
