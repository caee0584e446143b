import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { connectClient } from './connect.ts'

type Subscriber = { onPayload: (payload: string) => void; onReconnect: () => void }

export type Listener = {
  listen(channel: string, subscriber: Subscriber): Promise<void>
  close(): Promise<void>
}

const reconnectMs = 250

/** A connection for LISTEN, opened with the first channel and again whenever it is lost. `aliveMs` is how often the server is asked for a response. */
export function createListener(options: pg.ClientConfig, { aliveMs }: { aliveMs: number }): Listener {
  const subscribers = new Map<string, Subscriber>()
  let first: Promise<void> | null = null
  let current: pg.Client | null = null
  let isClosed = false

  async function open(): Promise<pg.Client> {
    const client = await connectClient(options)
    client.on('notification', ({ channel, payload = '' }) => subscribers.get(channel)?.onPayload(payload))
    try {
      for (const channel of subscribers.keys()) await listenOn(client, channel)
      if (isClosed) throw new Error('The listener was closed')
    } catch (error) {
      await client.end()
      throw error
    }
    current = client
    return client
  }

  async function reopen(): Promise<void> {
    for (;;) {
      await pause(reconnectMs, undefined, { ref: false })
      if (isClosed) return
      const client = await open().catch(() => null)
      if (!client) continue
      for (const { onReconnect } of subscribers.values()) onReconnect()
      await untilLost(client, aliveMs)
      current = null
    }
  }

  async function start(): Promise<void> {
    const client = await open()
    void untilLost(client, aliveMs).then(() => {
      current = null
      return reopen()
    })
  }

  return {
    async listen(channel, subscriber) {
      subscribers.set(channel, subscriber)
      if (current) await listenOn(current, channel)
      else await (first ??= start())
    },
    async close() {
      isClosed = true
      await current?.end()
    },
  }
}

const listenOn = (client: pg.Client, channel: string) => client.query(`listen ${pg.escapeIdentifier(channel)}`)

/** Nothing may be sent on the connection for hours, and a frozen server does not end it, so it is queried again and again. */
async function untilLost(client: pg.Client, aliveMs: number): Promise<void> {
  const ended = new Promise((resolve) => client.once('end', resolve))
  for (;;) {
    await Promise.race([ended, pause(aliveMs, undefined, { ref: false })])
    try {
      await client.query('select 1')
    } catch {
      return client.end()
    }
  }
}
