import { slugOf } from '#contract/kit/text/slug.ts'
import { uuidPattern } from '#contract/kit/uuid.ts'
import { readFile } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import type { Certificate } from '#contract/learning/certificates.ts'
import { credentialType } from '#server/learning/certificates/credentials.ts'
import type { Certificates } from '#server/learning/certificates/certificates.ts'
import { crossOrigin } from '#server/platform/http/index.ts'
import { createFairQueue } from '#server/platform/work/fair-queue.ts'
import { qrSvg } from '#server/platform/drawing/index.ts'
import { runInWorker } from '#server/platform/work/worker-pool.ts'
import type { Issuer, renderCertificatePdf } from './pdf.ts'

type Deps = {
  certificates: Pick<Certificates, 'show' | 'listKeys' | 'credentials' | 'findStatusList' | 'listStatusLists'>
  publicUrl: string
  readSite: () => Promise<{ name: string; logo: string | null }>
  /** As a PNG; null without one. */ readLogo: () => Promise<Uint8Array | null>
  /** An uploaded picture as a PNG; null when it is gone. */ readPicture: (name: string) => Promise<Uint8Array | null>
}

const maximumCachedPdfs = 100
const renderingFile = new URL('pdf.ts', import.meta.url)
const renderPdf = (certificate: Certificate, issuer: Issuer) =>
  runInWorker<typeof renderCertificatePdf>('pictures', renderingFile, 'renderCertificatePdf', { certificate, issuer })

// Rendering takes a processor for some tenths of a second, and anybody may request it, so renderings run one after another.
export const enqueueRendering = createFairQueue({ atOnce: 1, waitingAtMost: 50, waitingPerClientAtMost: 5 })

export type CertificateFiles = ReturnType<typeof certificateFilesModule>

/** The downloads of certificates: `<id>.pdf`, `<id>.svg` (the QR code), `<id>.json` (the proof), and `verifier.html`. */
export function certificateFilesModule({ certificates, publicUrl, readSite, readLogo, readPicture }: Deps) {
  const pdfs = new LRUCache<string, Promise<Buffer>>({ max: maximumCachedPdfs })

  const urlOf = ({ _id }: Certificate) => `${publicUrl}/certificate/${_id}`

  const readSignatures = ({ signers }: Certificate) =>
    Promise.all(
      signers.map(({ signature }) => (signature === null ? null : readPicture(signature.replace('/uploads/', '')))),
    )

  /** Concurrent requests share one rendering. */
  async function pdfOf(certificate: Certificate, client: string): Promise<Buffer> {
    const { name: siteName, logo } = await readSite()
    const key = `${certificate._id} ${logo} ${siteName}`
    let pdf = pdfs.get(key)
    if (!pdf) {
      pdf = enqueueRendering(client, async () =>
        renderPdf(certificate, {
          siteName,
          logo: await readLogo(),
          signatures: await readSignatures(certificate),
          url: urlOf(certificate),
        }),
      )
      pdf.catch(() => pdfs.delete(key))
      pdfs.set(key, pdf)
    }
    return pdf
  }

  /** A self-contained page that verifies certificates, with the site's public keys and the revoked certificates of now. */
  async function verifierPage(): Promise<string> {
    const page = await readFile(new URL('verifier.html', import.meta.url), 'utf8')
    const keys = Object.fromEntries((await certificates.listKeys()).map((key) => [key._id, key.publicKey]))
    const known = { issuer: publicUrl, keys, statusLists: await certificates.listStatusLists() }
    return page.replace('"KNOWN"', () => JSON.stringify(known).replaceAll('<', '\\u003c'))
  }

  return {
    /** Serves verifiers of credentials: the issuer, its profile and the status lists. */
    async findPublic(path: string): Promise<Response | null> {
      if (path === '/.well-known/did.json')
        return open('application/did+json', JSON.stringify(await certificates.credentials.describeDid()))
      if (path === '/credentials/issuer')
        return open('application/ld+json', JSON.stringify(await certificates.credentials.describeProfile()))
      const [, list] = /^\/credentials\/status\/(\d{1,5})$/.exec(path) ?? []
      const signed = list === undefined ? null : await certificates.findStatusList(Number(list))
      return signed === null ? null : open(credentialType, signed)
    },

    /** `client` is the IP address that requests are queued by. Throws Overloaded when too many PDFs wait. */
    async find(file: string, client: string): Promise<Response | null> {
      if (file === 'verifier.html') {
        return download('pemeriksa-sertifikat.html', 'text/html; charset=utf-8', await verifierPage())
      }
      const [, id, kind] = new RegExp(String.raw`^(${uuidPattern})\.(pdf|svg|json)$`).exec(file) ?? []
      const certificate = id ? await certificates.show(id) : null
      // A revoked certificate keeps its page, but its files are not served.
      if (!certificate?.valid) return null
      const name = fileName(certificate)
      if (kind === 'pdf') return download(`${name}.pdf`, 'application/pdf', await pdfOf(certificate, client))
      if (kind === 'svg')
        return inline(
          'image/svg+xml; charset=utf-8',
          bake(qrSvg(urlOf(certificate)), (await certificates.credentials.find(certificate._id)) ?? ''),
        )
      const { document, signature, keyId } = certificate.proof
      return download(`${name}.json`, 'application/json', JSON.stringify({ document, signature, keyId }, null, 2))
    },
  }
}

/** A picture that carries its credential, as Open Badges says. */
const bake = (svg: string, credential: string): string =>
  svg.replace(/<svg\b([^>]*)>/, (_, attributes: string) => {
    const namespace = 'xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0"'
    return `<svg${attributes} ${namespace}><openbadges:credential verify="${credential}"></openbadges:credential>`
  })

const fileName = ({ title, name }: Certificate): string =>
  slugOf(`sertifikat ${title} ${name}`, { maximum: 120, fallback: 'sertifikat' })

const fileHeaders = {
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-robots-tag': 'noindex',
}

/** Wallets and verifiers of other origins may read it. */
const open = (type: string, body: string): Response =>
  new Response(body, { headers: { ...fileHeaders, ...crossOrigin, 'content-type': type } })

const inline = (type: string, body: string): Response =>
  new Response(body, { headers: { ...fileHeaders, 'content-type': type } })

function download(name: string, type: string, body: string | Uint8Array): Response {
  return new Response(body as string | Uint8Array<ArrayBuffer>, {
    headers: { ...fileHeaders, 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
  })
}
