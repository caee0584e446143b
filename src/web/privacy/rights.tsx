import { useRouteLoaderData } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import type { Site } from '#contract/site/site.ts'
import { PrivatePageLink } from '#web/identity/private-page-link.tsx'

const rights = [
  ['Tahu dan mendapat salinan', 'Unduh semua datamu sebagai berkas JSON dengan "Unduh data saya".'],
  ['Memperbaiki', 'Ubah nama, foto, dan email sendiri. Ada yang lain yang salah? Ajukan permintaan.'],
  ['Menghapus', '"Hapus akun" menghapus datamu segera. Yang wajib disimpan menurut hukum disimpan tanpa namamu.'],
  ['Menarik persetujuan', 'Matikan persetujuan kapan saja. Pemakaian sebelumnya tetap sah.'],
  ['Membatasi dan berkeberatan', 'Minta kami berhenti memakai data tertentu, atau sampaikan keberatanmu.'],
] as const

/** The rights of users, and where to exercise them. */
export function Rights() {
  const { contact } = (useRouteLoaderData('site') as { site: Site }).site
  return (
    <section aria-labelledby="hak" className="mt-10">
      <h2 id="hak" className="text-h2 font-extrabold">
        Hakmu
      </h2>
      <dl className="mt-4 grid gap-4 sm:grid-cols-2">
        {rights.map(([name, how]) => (
          <div key={name} className="rounded-card border border-line bg-surface p-4">
            <dt className="font-bold">{name}</dt>
            <dd className="mt-1 text-ink-2">{how}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-5 mb-4 text-ink-2">
        Semuanya ada di Pengaturan akunmu, termasuk formulir permintaan. Kami menjawab lewat email dalam{' '}
        <strong>3×24 jam</strong>.{' '}
        {contact.email && (
          <>
            Tidak bisa masuk ke akunmu? Tulis dari alamat email akunmu ke{' '}
            <a
              href={`mailto:${contact.email}`}
              className="font-semibold text-nila underline underline-offset-2 wrap-anywhere"
            >
              {contact.email}
            </a>
            .{' '}
          </>
        )}
        Kamu juga berhak mengadu ke lembaga pelindungan data pribadi.
      </p>
      <PrivatePageLink to={`${paths.settings()}#privasi`}>Buka pengaturan privasi</PrivatePageLink>
    </section>
  )
}
