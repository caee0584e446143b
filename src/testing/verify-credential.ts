import { createPublicKey, verify } from 'node:crypto'
import { gunzipSync } from 'node:zlib'

type Fetch = (path: string) => Promise<Response>
type Jwk = { kid: string; kty: string; crv: string; x: string }
type Issuer = { id: string; assertionMethod: string[]; verificationMethod: { id: string; publicKeyJwk: Jwk }[] }

/** A verifier of credentials as others write them: the public documents of the issuer, and node:crypto. None of the product's code. */
export function createCredentialVerifier(fetch: Fetch, publicUrl: string) {
  /** The claims of a signed token; null when the signature is not of the issuer. Throws for one that is no credential. */
  // oxlint-disable-next-line typescript/no-explicit-any -- Claims of any credential.
  async function verifyToken(token: string): Promise<any> {
    const [header = '', claims = '', signature = ''] = token.split('.')
    const { alg, kid, typ } = JSON.parse(Buffer.from(header, 'base64url').toString())
    if (alg !== 'EdDSA' || typ !== 'vc+jwt') throw new Error(`This is no credential: ${alg}, ${typ}`)
    const issuer = (await (await fetch('/.well-known/did.json')).json()) as Issuer
    const method = issuer.verificationMethod.find(({ id }) => id === kid)
    if (!method || !issuer.assertionMethod.includes(kid)) throw new Error('The issuer does not name the key')
    const key = createPublicKey({ key: { ...method.publicKeyJwk }, format: 'jwk' })
    if (!verify(null, Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'))) return null
    const read = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const named = typeof read.issuer === 'string' ? read.issuer : read.issuer.id
    if (named !== issuer.id) throw new Error(`Issued by ${named}`)
    return read
  }

  /** As the Bitstring Status List says: the bit at the index, leftmost first. */
  async function isRevoked({
    credentialStatus: { statusListCredential, statusListIndex },
  }: {
    credentialStatus: Record<string, string>
  }): Promise<boolean> {
    const list = await verifyToken(await (await fetch((statusListCredential ?? '').slice(publicUrl.length))).text())
    const bits = gunzipSync(Buffer.from(list.credentialSubject.encodedList.slice(1), 'base64url'))
    // Smaller lists would tell who looks up whom.
    if (bits.length * 8 < 131_072) throw new Error(`A list of ${bits.length} bytes`)
    const index = Number(statusListIndex)
    return ((bits[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0
  }

  return { verifyToken, isRevoked }
}
