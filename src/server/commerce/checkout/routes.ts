import type { CheckoutInput } from '#contract/commerce/commerce.ts'
import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import type { OfferKey } from '#server/commerce/items/offers.ts'
import type { WantedSeats } from '#server/commerce/teams/team-purchase.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept } from '#server/platform/outcomes.ts'

type Named = {
  courseId?: string | undefined
  ebookId?: string | undefined
  bundleId?: string | undefined
  pathId?: string | undefined
  cohortId?: string | undefined
}

/** The schema accepts exactly one of the ids. */
function toKey({ courseId, ebookId, bundleId, pathId, cohortId = undefined }: Named): OfferKey {
  if (pathId !== undefined) return { kind: 'path', itemId: pathId }
  if (bundleId !== undefined) return { kind: 'bundle', itemId: bundleId }
  if (ebookId !== undefined) return { kind: 'ebook', itemId: ebookId }
  return { kind: 'course', itemId: courseId ?? '', groupId: cohortId ?? null }
}

/** The schema accepts seats with a new team or the id of one. */
const seatsOf = ({ seats, team, teamId }: CheckoutInput): WantedSeats | null =>
  seats === undefined
    ? null
    : teamId !== undefined
      ? { seats, teamId }
      : { seats, teamId: null, name: team?.name ?? '', npwp: team?.npwp || null }

const wantedOf = (input: CheckoutInput): OfferKey[] => (input.items ?? [input]).map(toKey)

export function checkoutRoutes(commerce: Commerce) {
  const { commerce: on } = endpoints

  return {
    enrollFree: on.enrollFree.handler(async ({ input, context, errors }) => {
      accept(
        await commerce.enrollFree(context.viewer().id, {
          courseId: input.id,
          cohortId: input.cohortId ?? null,
        }),
        errors,
        'enrolled',
      )
      return ok({ courseId: input.id })
    }),

    checkout: on.checkout.handler(async ({ input, context, errors }) => {
      const request = {
        student: context.viewer(),
        wanted: wantedOf(input),
        gift: input.gift ?? null,
        team: seatsOf(input),
        promoCode: input.promoCode || null,
        method: input.method ?? null,
        shownTotal: input.shownTotal ?? null,
        client: context.client,
      }
      const { token, transactionId, redirectUrl } = accept(
        await commerce.checkout(request),
        errors,
        'opened',
        'paid-by-promo',
        'granted',
      )
      return ok({ token, transactionId, redirectUrl })
    }),

    quote: on.quote.handler(async ({ input, context, errors }) => {
      const viewer = await context.findViewer()
      const request = {
        wanted: wantedOf(input),
        giftEmail: input.gift?.email ?? null,
        team: seatsOf(input),
        promoCode: input.promoCode || null,
        studentId: viewer?.id ?? null,
        client: context.client,
        solution: context.challengeSolution,
      }
      return ok(accept(await commerce.quote(request), errors, 'quoted').quote)
    }),
  }
}
