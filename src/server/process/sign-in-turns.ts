import type { IncomingMessage } from 'node:http'
import { signingIn, type Listener } from './listeners.ts'

/** Time for all that happens before a password is hashed. A sign-in that waits for that, or for its body, lets the next one begin. */
const passedOnAfterMs = 10

/**
 * Lets the sign-ins of one address begin one after the other: a hundred that arrive together would otherwise be read together, and everybody else
 * would wait for all of them. The number of those that wait is limited by the caller.
 */
export function inSignInTurns(
  addressOf: (request: IncomingMessage) => string,
  next: Listener,
  passOnMs = passedOnAfterMs,
): Listener {
  /** An address is listed while one of its sign-ins has the turn. */
  const waiting = new Map<string, (() => void)[]>()

  function passOn(address: string): void {
    const following = waiting.get(address)?.shift()
    if (following) following()
    else waiting.delete(address)
  }

  return (request, response) => {
    const [path = ''] = (request.url ?? '').split('?', 1)
    if (!signingIn.test(path)) return next(request, response)
    const address = addressOf(request)
    const begin = () => {
      if (response.destroyed) return passOn(address)
      const end = () => {
        clearTimeout(timer)
        response.off('close', end)
        passOn(address)
      }
      const timer = setTimeout(end, passOnMs)
      response.once('close', end)
      next(request, response)
    }
    const others = waiting.get(address)
    if (others) return void others.push(begin)
    waiting.set(address, [])
    begin()
  }
}
