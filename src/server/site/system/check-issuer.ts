import { both, joined, same, type Text } from './wording.ts'
import { onlyOnPage, withAdvice, type Check, type Finding, type IssuerDocuments, type SystemDeps } from './check.ts'

// Documents with which others verify certificates, read as they read them: over the network, at the public URL.

const issuerPaths = { did: '/.well-known/did.json', profile: '/credentials/issuer' } as const

export const issuerCheck: Check = {
  name: 'issuer',
  label: both('Penerbit sertifikat', 'Issuer of certificates'),
  find: findIssuer,
}

const answerSeconds = 5

type Read = { document: unknown; isOpen: boolean }
type Documents = { did: Read; profile: Read }

async function findIssuer({ installation: { publicUrl }, issuer, serving }: SystemDeps): Promise<Finding> {
  const { fetch } = issuer
  if (!fetch) return onlyOnPage
  const read = async (path: string): Promise<Read | Finding> => {
    const url = publicUrl + path
    try {
      const response = await fetch(
        new Request(url, { redirect: 'manual', signal: AbortSignal.timeout(answerSeconds * 1000) }),
      )
      if (response.status === 503) return unreachable(url, same('503'), serving !== null)
      if (response.status !== 200) return notServed(url, response)
      const document = await response.json().catch(() => null)
      return document === null
        ? notServed(url, response)
        : { document, isOpen: response.headers.get('access-control-allow-origin') === '*' }
    } catch (error) {
      return unreachable(url, same(reasonOf(error)), serving !== null)
    }
  }
  const did = await read(issuerPaths.did)
  if ('level' in did) return did
  const profile = await read(issuerPaths.profile)
  if ('level' in profile) return profile
  return compare({ did, profile }, await issuer.describe(), publicUrl)
}

function compare({ did, profile }: Documents, expected: IssuerDocuments, publicUrl: string): Finding {
  const ids = [textOf(did.document, 'id'), textOf(profile.document, 'id')]
  const otherId = ids.find((id) => id !== expected.did.id)
  if (otherId !== undefined)
    return {
      level: 'problem',
      value: both(
        `${publicUrl} menyebut dirinya "${otherId}", bukan "${expected.did.id}"`,
        `${publicUrl} calls itself "${otherId}", not "${expected.did.id}"`,
      ),
      advice: both(
        'Di alamat itu ada instalasi lain, atau prosesnya punya PUBLIC_URL lain: samakan PUBLIC_URL di semua proses.',
        'Another installation answers there, or a process has another PUBLIC_URL: set the same one for all processes.',
      ),
    }
  const [known, served] = [keysOf(expected.did), keysOf(did.document)]
  const missing = [...known].filter(([id, x]) => served.get(id) !== x).length
  const foreign = [...served.keys()].filter((id) => !known.has(id)).length
  if (missing + foreign > 0)
    return {
      level: 'problem',
      value: both(
        `${missing} kunci di database tidak ada di dokumen penerbit, ${foreign} kunci di sana tidak dikenal`,
        `${missing} keys of the database are not in the document of the issuer, ${foreign} keys there are unknown`,
      ),
      advice: staleAdvice,
    }
  const name = textOf(profile.document, 'name')
  if (name !== expected.profile.name)
    return {
      level: 'problem',
      value: both(
        `nama penerbit di sana "${name}", bukan "${expected.profile.name}"`,
        `the name of the issuer there is "${name}", not "${expected.profile.name}"`,
      ),
      advice: staleAdvice,
    }
  const value = joined(expected.did.id, both(`, ${known.size} kunci`, `, keys: ${known.size}`))
  return withAdvice(
    { level: did.isOpen && profile.isOpen ? 'ok' : 'warning', value },
    both(
      'Dompet sertifikat di peramban tidak bisa membacanya: proxy menghapus header Access-Control-Allow-Origin, biarkan header itu lewat.',
      'Wallets in browsers cannot read it: a proxy removes the header Access-Control-Allow-Origin, let it pass.',
    ),
  )
}

const staleAdvice = both(
  'Proses yang melayani alamat itu memakai database lain, atau CDN menyimpan salinan lama: periksa DATABASE_URL atau DATA_DIR, lalu kosongkan cache CDN.',
  'What serves that address uses another database, or a CDN has an old copy: look at DATABASE_URL or DATA_DIR, then empty the cache of the CDN.',
)

/** Not a problem yet: behind some routers a server cannot open its own public address. */
function unreachable(url: string, reason: Text, isServing: boolean): Finding {
  return {
    level: 'warning',
    value: joined(
      both(`${url} tidak bisa dibuka dari server ini: `, `${url} cannot be opened from this server: `),
      reason,
    ),
    advice: isServing
      ? both(
          'Buka alamat itu dari jaringan lain. Kalau di sana juga tidak terbuka, periksa PUBLIC_URL, DNS, dan proxy.',
          'Open it from another network. If it does not open there either, look at PUBLIC_URL, DNS and the proxy.',
        )
      : both(
          'Jalankan produknya, lalu periksa lagi; kalau sudah berjalan, periksa PUBLIC_URL, DNS, dan proxy.',
          'Start the product and examine again; if it runs, look at PUBLIC_URL, DNS and the proxy.',
        ),
  }
}

function notServed(url: string, response: Response): Finding {
  const target = response.headers.get('location')
  if (response.status >= 300 && response.status < 400 && target)
    return {
      level: 'problem',
      value: both(`${url} mengalihkan ke ${target.slice(0, 200)}`, `${url} redirects to ${target.slice(0, 200)}`),
      advice: both(
        'Isi PUBLIC_URL dengan alamat tujuannya, atau layani dokumen itu tanpa pengalihan: banyak pemeriksa tidak mengikutinya.',
        'Set PUBLIC_URL to the address it leads to, or serve the document without a redirect: many verifiers do not follow one.',
      ),
    }
  return {
    level: 'problem',
    value: both(
      `${url} tidak berisi dokumen penerbit (${response.status})`,
      `${url} has no document of the issuer (${response.status})`,
    ),
    advice: both(
      `Sertifikat tidak bisa diperiksa orang lain: teruskan ${issuerPaths.did} dan /credentials/ di proxy ke Cendaki.`,
      `Nobody else can verify certificates: pass ${issuerPaths.did} and /credentials/ on to Cendaki in the proxy.`,
    ),
  }
}

const fieldOf = (document: unknown, name: string): unknown =>
  typeof document === 'object' && document !== null && Object.hasOwn(document, name)
    ? (document as Record<string, unknown>)[name]
    : undefined
const textOf = (document: unknown, name: string): string => {
  const value = fieldOf(document, name)
  return typeof value === 'string' ? value.slice(0, 200) : ''
}

/** The public keys of a document by their id. */
function keysOf(document: unknown): Map<string, string> {
  const methods = fieldOf(document, 'verificationMethod')
  if (!Array.isArray(methods)) return new Map()
  return new Map(methods.map((method: unknown) => [textOf(method, 'id'), textOf(fieldOf(method, 'publicKeyJwk'), 'x')]))
}

/** The errors of fetch name their cause only within. */
function reasonOf(error: unknown): string {
  const innermost = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const text =
    innermost instanceof Error
      ? innermost.message || ((innermost as { code?: string }).code ?? innermost.name)
      : String(innermost)
  return text.replaceAll(/\s+/g, ' ').slice(0, 200)
}
