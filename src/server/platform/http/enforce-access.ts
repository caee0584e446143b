import { ORPCError, os } from '@orpc/server'
import { tooManyMessage } from '#contract/kit/format/wait.ts'
import { staffErrors, stepUpErrors, type EndpointMeta } from '#contract/kit/endpoint.ts'
import { forbidden, mayCall, unauthorized } from './access.ts'
import { createTurns } from './turns.ts'
import { runAsApiKey, viewerOfApiKey } from './api-key.ts'
import type { ApiContext, ApiKeyCaller, Viewer } from './context.ts'

function rejectScope({ scope }: EndpointMeta, key: ApiKeyCaller): ORPCError<string, unknown> | null {
  if (scope && key.scopes.includes(scope)) return null
  const message = scope
    ? `Kunci API ini tidak punya izin "${scope}".`
    : 'Operasi ini tidak bisa dipanggil dengan kunci API.'
  return new ORPCError('FORBIDDEN', { status: 403, message })
}

const twoStepRequired = () => new ORPCError('TWO_STEP_REQUIRED', staffErrors.TWO_STEP_REQUIRED)
const inTurn = createTurns()

/**
 * Runs the call of an account or API key. Costly calls of one are counted, and run one after the other: on the embedded database,
 * which does one transaction at a time, everybody would else wait for all of them.
 */
async function runWithinLimits<Result>(
  context: ApiContext,
  { timesPerHour }: EndpointMeta,
  { operation, callerId }: { operation: string; callerId: string },
  run: () => Promise<Result>,
): Promise<Result> {
  if (timesPerHour === undefined) return run()
  const retryAfterSeconds = await context.countCall({ operation, userId: callerId, timesPerHour })
  if (retryAfterSeconds !== null)
    throw new ORPCError('TOO_MANY_REQUESTS', {
      status: 429,
      message: tooManyMessage(retryAfterSeconds),
      data: { retryAfterSeconds },
    })
  return inTurn(callerId, run)
}

const stepUpRequired = () => new ORPCError('STEP_UP_REQUIRED', stepUpErrors.STEP_UP_REQUIRED)

/**
 * Access rules and scopes are declared in the contract and enforced here, before the input is validated. `context.viewer()` is the
 * caller of every endpoint that is not public.
 */
export const enforceAccess = os
  .$context<ApiContext>()
  .$meta<EndpointMeta>({ access: 'admin' })
  .middleware(async ({ context, procedure, next }) => {
    const { meta, route } = procedure['~orpc']
    const operation = `${route.method} ${route.path}`
    const apiKey = await context.findApiKey()
    if (apiKey) {
      const rejection = rejectScope(meta, apiKey)
      if (rejection) throw rejection
      const call = { operation, callerId: apiKey.id }
      return runWithinLimits(context, meta, call, async () =>
        runAsApiKey(apiKey.id, () => next({ context: { viewer: () => viewerOfApiKey(apiKey) } })),
      )
    }
    const { access, freshProof } = meta
    if (access === 'public' || access === 'provider') return next({ context: { viewer: noViewer } })
    const viewer = await context.findViewer()
    if (!viewer) throw unauthorized()
    if (!mayCall(access, viewer)) throw forbidden()
    if (access !== 'signed-in' && viewer.mustSetUpTwoSteps) throw twoStepRequired()
    if (freshProof === 'always' && !viewer.hasFreshProof) throw stepUpRequired()
    return runWithinLimits(context, meta, { operation, callerId: viewer.id }, async () =>
      next({ context: { viewer: () => viewer } }),
    )
  })

function noViewer(): Viewer {
  throw new Error('A public endpoint may have no caller: use context.findViewer()')
}
