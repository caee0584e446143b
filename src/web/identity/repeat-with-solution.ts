import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { minuteMs } from '#contract/kit/durations.ts'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

type Challenge = Parameters<typeof solveChallenge>[0]['challenge']

/** Solving usually takes a second or two; longer waits are explained. */
const explainAfterMs = 1500
const solveWithinMs = minuteMs
const maximumSolvers = 4

/**
 * Repeats a request that was rejected because others behind the same IP address use up its limit, with the solution of
 * the challenge in that response. Returns the response unchanged when it has no challenge.
 */
export async function repeatWithSolution(
  response: Response,
  request: Request,
  send: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (!response.headers.get('content-type')?.includes('json')) return response
  const { challenge } = (await response.clone().json()) as { challenge?: Challenge }
  if (!challenge) return response
  const solution = await solve(challenge, request.signal)
  if (solution === null) return response
  const headers = new Headers(request.headers)
  headers.set('x-challenge', solution)
  return send(new Request(request, { headers }))
}

/** The value of the header; null when no solution was found in time. */
async function solve(challenge: Challenge, signal: AbortSignal): Promise<string | null> {
  // Browsers have no cryptography on pages without TLS. The server then offers another way where there is one.
  if (!globalThis.isSecureContext) return 'unsupported'
  const controller = new AbortController()
  const solvers = Math.min(maximumSolvers, navigator.hardwareConcurrency || 1)
  const explain = setTimeout(
    () => toast.info('Jaringanmu sedang ramai. Sebentar ya, kami memastikan kamu bukan robot.'),
    explainAfterMs,
  )
  const abort = () => controller.abort()
  signal.addEventListener('abort', abort)
  try {
    // Derivation runs outside the main thread, so several at once use several processors without a worker.
    const attempts = Array.from({ length: solvers }, (_, index) =>
      solveChallenge({
        challenge,
        deriveKey,
        controller,
        counterStart: index,
        counterStep: solvers,
        timeout: solveWithinMs,
      }),
    )
    const solution = await Promise.race(attempts)
    return solution && btoa(JSON.stringify({ challenge, solution }))
  } finally {
    controller.abort()
    clearTimeout(explain)
    signal.removeEventListener('abort', abort)
  }
}
