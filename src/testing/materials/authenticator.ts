import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type Options = { challenge: string }
type Signing = {
  /** The page that requests it, as the browser states it. */ origin?: string
  /** The site's host name. */ rpId?: string
  /** False when the device checked no PIN, finger or face. */ verifiesUser?: boolean
}

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()
const encode = (data: Uint8Array | string): string => Buffer.from(data).toString('base64url')
const bytes = (data: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(data)

/** A device with one passkey (ES256), as a browser would report it. */
export function createAuthenticator({
  origin: home = 'http://cendaki.test',
  rpId: homeId = 'cendaki.test',
}: { origin?: string; rpId?: string } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  let signCount = 0
  let userHandle: string | null = null

  const clientData = (type: string, { challenge }: Options, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  function authenticatorData(attested: Buffer | null, { rpId = homeId, verifiesUser = true }: Signing): Buffer {
    const flags = 0x01 | (verifiesUser ? 0x04 : 0) | (attested ? 0x40 : 0)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags, 0)
    head.writeUInt32BE(signCount, 1)
    return Buffer.concat([sha256(rpId), head, ...(attested ? [attested] : [])])
  }

  function attestedCredential(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const coseKey = new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(Buffer.from(x, 'base64url'))],
      [-3, bytes(Buffer.from(y, 'base64url'))],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(credentialId.length)
    return Buffer.concat([Buffer.alloc(16), length, credentialId, isoCBOR.encode(coseKey)])
  }

  const credential = {
    id: encode(credentialId),
    rawId: encode(credentialId),
    type: 'public-key',
    clientExtensionResults: {},
  }
  return {
    create(options: Options & { user: { id: string } }, signing: Signing = {}) {
      userHandle = options.user.id
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', bytes(authenticatorData(attestedCredential(), signing))],
      ])
      const attestationObject = encode(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]))
      const clientDataJSON = encode(clientData('webauthn.create', options, signing.origin ?? home))
      return { ...credential, response: { clientDataJSON, attestationObject, transports: ['internal'] } }
    },

    sign(options: Options, signing: Signing = {}) {
      signCount += 1
      const data = authenticatorData(null, signing)
      const client = clientData('webauthn.get', options, signing.origin ?? home)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...credential,
        response: {
          clientDataJSON: encode(client),
          authenticatorData: encode(data),
          signature: encode(signature),
          userHandle,
        },
      }
    },

    /** Sets the count that a copy of the device would go on from. */
    setSignCount: (count: number) => void (signCount = count),
  }
}
