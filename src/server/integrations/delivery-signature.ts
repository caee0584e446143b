import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A secret in the form of the specification: 256 random bits in base64. */
export const createSecret = (): string => prefix + randomBytes(32).toString('base64')

/** The header `webhook-id` of an event. */
export const webhookIdOf = ({ eventId }: { eventId: string }): string => `evt_${eventId}`

/** The headers of standardwebhooks.com. With several secrets there is one signature each; a receiver accepts any of them. */
export function signedHeaders(
  { id, body, sentAt }: { id: string; body: string; sentAt: Date },
  secrets: readonly string[],
): { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string } {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
