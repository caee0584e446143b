import { createFairQueue } from '#server/platform/work/fair-queue.ts'

/**
 * Who signs in: the IP address, the entry of the device cookie when this browser signed in to the account before, and whether
 * it solved a challenge for this attempt.
 */
export type SignInCaller = { client: string; device: string | null; hasSolved: boolean }

/** Clients behind the address of a flood wait in queues of their own: known browsers, and those that solved a challenge. */
export function queueOf(email: string, { client, device, hasSolved }: SignInCaller): string {
  if (device !== null) return `device of ${email}`
  return hasSolved ? `solved at ${client}` : client
}

/** Four at a time; clients wait round-robin. */
export const fourAtOnce = () => createFairQueue({ atOnce: 4, waitingAtMost: 200, waitingPerClientAtMost: 40 })

/**
 * A flood from one client runs into its own rate limit attempt by attempt. In one from hundreds of addresses each has its turn, so known browsers, and
 * those that solved a challenge, have places of their own: they wait for their like, and at the hash for four of the flood.
 */
export function createSignInQueue() {
  const [known, solved, others] = [fourAtOnce(), fourAtOnce(), fourAtOnce()]
  return function enqueue<Result>(email: string, caller: SignInCaller, attempt: () => Promise<Result>) {
    const enqueueIn = caller.device !== null ? known : caller.hasSolved ? solved : others
    return enqueueIn(queueOf(email, caller), attempt)
  }
}
