import * as z from 'zod/mini'
import { at, id, response, signedInEndpoint } from '#contract/kit/endpoint.ts'

// Push messages to browsers (RFC 8030, 8291, 8292).

const message = 'Peramban ini mengirim langganan yang tidak dikenal'
/** Push services listen on 443. Another port, or a name with a password, would make each notice a request to any server. */
const pushAddress = /^(?:https:\/\/(?:[^/?#@:\\[\]]+|\[[\da-f:.]+\])(?::443)?|http:\/\/[^/?#@\\]+)(?:[/?#]|$)/i
const key = (bytes: number) =>
  z.string(message).check(z.regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}=*$`), message))

const subscription = z.object({ _id: z.string(), createdAt: z.string() })
export const maximumPushDevices = 10

export const pushContract = {
  showPush: signedInEndpoint
    .route(at('GET /me/push', 'The key with which browsers subscribe, and how many of mine have'))
    .output(response(z.object({ publicKey: z.string(), devices: z.array(subscription) }))),
  addPush: signedInEndpoint
    .route(
      at(
        'POST /me/push',
        'Send push messages to this browser too; the same subscription again changes nothing',
        'Notifikasi peramban aktif.',
      ),
    )
    .input(
      z.object({
        // Plain HTTP is for services on this machine: the server refuses it elsewhere.
        endpoint: z
          .string(message)
          .check(
            z.maxLength(1000, message),
            z.url({ protocol: /^https?$/, error: message }),
            z.regex(pushAddress, message),
          ),
        keys: z.object({ p256dh: key(65), auth: key(16) }),
      }),
    )
    .output(response(subscription)),
  removePush: signedInEndpoint
    .route(at('DELETE /me/push/{id}', 'Send no more push messages to one of my browsers; idempotent'))
    .input(z.object({ id }))
    .output(response(z.object({ _id: z.string() }))),
}
