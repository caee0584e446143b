import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A push service and its browsers (RFC 8030), written from the specifications and not with the library that sends.

type Browser = { keys: ECDH; auth: Buffer; received: unknown[]; status: number }

export type PushService = Awaited<ReturnType<typeof startPushService>>

export async function startPushService() {
  const browsers = new Map<string, Browser>()
  const requests: { path: string; headers: Record<string, unknown> }[] = []
  const failures: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      requests.push({ path, headers: request.headers })
      const browser = browsers.get(path)
      const status = browser?.status ?? 404
      try {
        if (browser && status === 201) {
          checkVapid(String(request.headers['authorization']), origin())
          if (request.headers['content-encoding'] !== 'aes128gcm' || !(Number(request.headers['ttl']) > 0))
            throw new Error('wrong headers')
          browser.received.push(JSON.parse(decrypt(Buffer.concat(chunks), browser)))
        }
      } catch (error) {
        failures.push(String(error))
        return void response.writeHead(400).end()
      }
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    requests,
    /** Reasons why it refused requests. */
    failures,
    /** A browser that subscribed: what it tells the site, and what it received. */
    subscribe() {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const path = `/push/${randomBytes(12).toString('hex')}`
      const browser: Browser = { keys, auth: randomBytes(16), received: [], status: 201 }
      browsers.set(path, browser)
      return {
        endpoint: origin() + path,
        keys: { p256dh: keys.getPublicKey('base64url'), auth: browser.auth.toString('base64url') },
        received: browser.received,
        respondWith: (status: number) => void (browser.status = status),
      }
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** RFC 8188 and 8291: one record, whose key is agreed with the browser's. */
function decrypt(body: Buffer, { keys, auth }: Browser): string {
  const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)]
  const sender = body.subarray(21, 21 + idLength)
  const sealed = body.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0) throw new Error('the last record has no end')
  return padded.subarray(0, end).toString('utf8')
}

/** RFC 8292: signed by the key that browsers subscribed with, for this service, for at most a day. */
function checkVapid(header: string, audience: string): void {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    aud: string
    exp: number
    sub: string
  }
  const ahead = exp - Date.now() / 1000
  if (!isSigned || aud !== audience || !(ahead > 0 && ahead <= 86_400) || !/^(mailto|https):/.test(sub))
    throw new Error('wrong VAPID')
}
