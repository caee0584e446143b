import { registerContract } from '#contract/client.ts'
import type { Session } from '#contract/identity/identity.ts'
import type { Api } from '#web/identity/index.ts'
import { deviceStore } from '#web/kit/device/device-store.ts'
import { listKeys } from '#web/kit/device/device-value.ts'
import { sessionFingerprint } from '#web/kit/device/owner.ts'
import { parseString } from '#web/kit/device/parse.ts'
import { readSubscription, unsubscribe } from '#web/notifications/browser-push.ts'

/** By user: the session by which the server knows the subscription of this browser. */
const boundStore = deviceStore<string>({
  name: 'push',
  parse: parseString,
  merge: (_, incoming) => incoming,
})
const id = 'peramban'

/**
 * Ends push messages to this browser that are for the person who used it before, whose session expired. The subscription of the same person
 * goes on with the new session, so that it ends when that is ended.
 */
export async function keepPush(api: Api, { token, user: { _id: owner } }: Session): Promise<void> {
  const found = await readSubscription()
  const owners = new Set(listKeys('cendaki-push:').map((key) => key.split(':')[1] ?? ''))
  const others = [...owners].filter((other) => other !== owner)
  if (found && others.length > 0) await unsubscribe()
  for (const other of found ? others : owners) boundStore.removeAll(other)
  const session = await sessionFingerprint(`Bearer ${token}`)
  if (!found || others.length > 0 || boundStore.read(owner, id) === session) return
  const { notificationsContract } = await import('#contract/notifications/notifications.ts')
  registerContract({ notifications: notificationsContract })
  try {
    await api.withToken(token).notifications.addPush(found)
    boundStore.put(owner, id, session)
  } catch {
    // The next visit tells it.
  }
}
