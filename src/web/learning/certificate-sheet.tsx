import type { Certificate } from '#contract/learning/certificates.ts'
import { formatDate } from '#contract/kit/days.ts'
import { Logo } from '#web/kit/ui/logo.tsx'

/** Characters. Longer names get a smaller font, so that no word is cut off on a phone. */
const longName = 24

/** The certificate as the PDF shows it: batik strip at the left edge, text, number and QR code. Always in the light theme. */
export function CertificateSheet({ certificate }: { certificate: Certificate }) {
  return (
    <article className="paper relative overflow-hidden rounded-card border border-line bg-bg text-ink shadow-raised">
      <BatikStrip />
      <div className="py-8 pr-5 pl-18 md:py-12 md:pr-12 md:pl-32">
        <Logo />
        <p className="mt-8 text-sm font-extrabold tracking-[0.14em] text-nila">SERTIFIKAT PENYELESAIAN</p>
        <p className="mt-6 text-ink-3">Diberikan kepada</p>
        <h1
          className={`mt-1 font-extrabold text-balance ${certificate.name.length > longName ? 'text-2xl md:text-4xl' : 'text-h1'}`}
        >
          {certificate.name}
        </h1>
        <div aria-hidden="true" className="my-5 h-1 w-18 bg-kunyit" />
        <p className="text-ink-3">
          yang telah menyelesaikan{' '}
          {certificate.path
            ? `${certificate.path.steps.length} kelas di jalur belajar`
            : `${certificate.lessonCount} materi di kelas`}
        </p>
        <p className="mt-1 text-xl font-bold text-balance md:text-2xl">{certificate.title}</p>
        {certificate.path ? (
          <ul className="mt-2 grid gap-0.5 text-ink-3">
            {certificate.path.steps.map((title) => (
              <li key={title} className="wrap-anywhere">
                {title}
              </li>
            ))}
          </ul>
        ) : (
          <p className="mt-1 text-ink-3">bersama {certificate.instructor.name}</p>
        )}
        <Details certificate={certificate} />
        <div className="mt-10 flex flex-wrap items-end justify-between gap-6">
          <div className="min-w-0 text-sm text-ink-3">
            <p className="text-base font-bold text-ink">{formatDate(certificate.issuedAt)}</p>
            <p className="mt-1">
              No. <span className="font-mono break-all">{certificate._id}</span>
            </p>
            <p>
              Kunci <span className="font-mono break-all">{certificate.proof.keyId}</span>
            </p>
          </div>
          {certificate.valid && (
            <img
              src={certificate.qrUrl}
              alt="Kode QR menuju halaman sertifikat ini"
              width="104"
              height="104"
              className="rounded-chip bg-white"
            />
          )}
        </div>
      </div>
    </article>
  )
}

/** The details of the course when the certificate was issued. */
function Details({ certificate: { hours, competences, signers } }: { certificate: Certificate }) {
  return (
    <>
      {hours !== null && <p className="mt-3 font-bold">Beban belajar {hours} JP</p>}
      {competences.length > 0 && (
        <>
          <h2 className="mt-4 text-sm font-bold">Kompetensi</h2>
          <ul className="mt-1 grid list-disc gap-0.5 pl-5 text-ink-3">
            {competences.map((competence) => (
              <li key={competence} className="wrap-anywhere">
                {competence}
              </li>
            ))}
          </ul>
        </>
      )}
      {signers.length > 0 && (
        <ul className="mt-6 grid items-end gap-6 sm:grid-cols-2">
          {signers.map(({ name, title, signature }) => (
            <li key={`${name} ${title}`} className="min-w-0">
              {signature && <img src={signature} alt="" className="mb-1 h-12 max-w-full object-contain object-left" />}
              <p className="font-bold wrap-anywhere">{name}</p>
              <p className="text-sm wrap-anywhere text-ink-3">{title}</p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const petals =
  'M19 19C10 18 3 13 3 3c10 0 15 7 16 16zM21 19c1-9 6-16 16-16 0 10-7 15-16 16zM21 21c9 1 16 6 16 16-10 0-15-7-16-16zM19 21c-1 9-6 16-16 16 0-10 7-15 16-16z'

function BatikStrip() {
  return (
    <svg aria-hidden="true" className="absolute inset-y-0 left-0 h-full w-12 bg-nila-900 md:w-20">
      <defs>
        <pattern id="kawung" width="40" height="40" patternUnits="userSpaceOnUse">
          <path d={petals} className="fill-kunyit" fillOpacity=".85" />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill="url(#kawung)" />
    </svg>
  )
}
