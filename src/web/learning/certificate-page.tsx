import BadgeCheck from 'lucide-react/icons/badge-check'
import Ban from 'lucide-react/icons/ban'
import Download from 'lucide-react/icons/download'
import { use } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { Certificate } from '#contract/learning/certificates.ts'
import { paths } from '#contract/kit/paths.ts'
import { load, type Api, type PageKind } from '#web/identity/index.ts'
import { formatDate } from '#contract/kit/days.ts'
import { buttonClass } from '#web/kit/ui/button.tsx'
import { PageHead, SiteOriginContext, useSiteName } from '#web/kit/ui/page-head.tsx'
import { ShareButton } from '#web/kit/ui/sharing/share-button.tsx'
import { CertificateSheet } from './certificate-sheet.tsx'
import { linkedInUrl } from './linkedin.ts'

const certificatePage: PageKind<null> = {
  guard: () => null,
  errorPage: ({ status, message }) => (status === 404 ? { status, message } : null),
}

export const createCertificateLoader =
  (api: Api) =>
  ({ request, params }: LoaderFunctionArgs) =>
    load(
      api,
      request,
      certificatePage,
      async () => (await api.anonymous.certificates.showCertificate({ id: params.certificateId ?? '' })).data,
    )

/** The public page of a certificate: whether it is valid or revoked, the certificate, and how to verify it without this site. */
export function CertificatePage() {
  const certificate = useLoaderData<ReturnType<typeof createCertificateLoader>>()
  const siteName = useSiteName()
  const title = `Sertifikat ${certificate.name}, ${certificate.title}`
  return (
    <div className="mx-auto max-w-[920px] px-4 py-8 md:px-6 md:py-12">
      <PageHead
        title={title}
        description={`${certificate.name} menyelesaikan ${certificate.path ? 'jalur' : 'kelas'} ${certificate.title} di ${siteName}.`}
        canonicalPath={paths.certificate({ certificateId: certificate._id })}
        noIndex
      />
      <Verdict certificate={certificate} />
      <CertificateSheet certificate={certificate} />
      {certificate.valid && <Downloads certificate={certificate} />}
      <HowToVerify certificate={certificate} />
    </div>
  )
}

function Verdict({ certificate }: { certificate: Certificate }) {
  const siteName = useSiteName()
  if (certificate.valid) {
    return (
      <p className="mb-5 flex gap-3 rounded-card bg-daun-50 px-4 py-3 text-daun">
        <BadgeCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span>
          <strong>Sertifikat asli.</strong> Tercatat di {siteName} dan masih berlaku.
        </span>
      </p>
    )
  }
  return (
    <p className="mb-5 flex gap-3 rounded-card bg-mengkudu-50 px-4 py-3 text-mengkudu">
      <Ban aria-hidden className="mt-0.5 size-5 shrink-0" />
      <span>
        <strong>Sertifikat dicabut.</strong> Sejak {formatDate(certificate.revokedAt ?? certificate.issuedAt)}{' '}
        sertifikat ini tidak berlaku lagi.
      </span>
    </p>
  )
}

function Downloads({ certificate }: { certificate: Certificate }) {
  const path = paths.certificate({ certificateId: certificate._id })
  const linkedIn = linkedInUrl(certificate, { organization: useSiteName(), url: `${use(SiteOriginContext)}${path}` })
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      <a className={buttonClass()} href={certificate.pdfUrl} download>
        <Download aria-hidden className="size-4.5" /> Unduh sertifikat (PDF)
      </a>
      <ShareButton size="md" title={`Sertifikat ${certificate.title}, ${certificate.name}`} path={path} />
      <a className={buttonClass({ variant: 'outline' })} href={linkedIn} target="_blank" rel="noopener noreferrer">
        Tambah ke LinkedIn
        <span className="sr-only"> (tab baru)</span>
      </a>
    </div>
  )
}

function HowToVerify({ certificate }: { certificate: Certificate }) {
  return (
    <section aria-labelledby="periksa" className="mt-10 max-w-[68ch]">
      <h2 id="periksa" className="text-xl font-bold">
        Cara memeriksa keaslian
      </h2>
      <p className="mt-2 text-ink-2">
        Halaman ini sendiri sudah membuktikannya: cocokkan nama, kelas, dan tanggal di atas dengan yang tertulis di
        sertifikat. Perlu bukti tanpa internet, atau tanpa percaya kepada kami? Itu juga bisa.
      </p>
      <details className="mt-4 rounded-card border border-line bg-surface">
        <summary className="flex min-h-11 items-center px-4 font-semibold">Periksa tanpa situs ini</summary>
        <div className="px-4 pb-4">
          <p className="text-ink-2">
            Isi sertifikat ditandatangani secara digital (Ed25519), jadi perubahan sekecil apa pun ketahuan.
          </p>
          <ol className="mt-3 list-decimal space-y-1.5 pl-5 text-ink-2">
            <li>
              <a className="font-semibold text-nila underline" href={certificate.verifierUrl} download>
                Unduh pemeriksa sertifikat
              </a>
              , satu berkas yang dibuka di peramban.
            </li>
            <li>
              Pilih berkas PDF sertifikat di sana
              {certificate.valid && (
                <>
                  , atau{' '}
                  <a className="font-semibold text-nila underline" href={certificate.proofUrl} download>
                    berkas tanda tangannya (JSON)
                  </a>
                </>
              )}
              .
            </li>
            <li>Cocokkan nama, kelas, dan tanggal yang tampil.</li>
          </ol>
          <details className="mt-4 rounded-card border border-line bg-surface">
            <summary className="flex min-h-11 items-center px-4 font-semibold">Data tanda tangan</summary>
            <dl className="grid gap-3 px-4 pb-4 text-sm">
              {Object.entries({
                'Isi yang ditandatangani': certificate.proof.document,
                'Tanda tangan': certificate.proof.signature,
                'Kunci publik': certificate.proof.publicKey,
              }).map(([term, value]) => (
                <div key={term}>
                  <dt className="text-ink-3">{term}</dt>
                  <dd className="font-mono text-xs break-all">{value}</dd>
                </div>
              ))}
            </dl>
          </details>
        </div>
      </details>
    </section>
  )
}
