import Plus from 'lucide-react/icons/plus'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { Site } from '#contract/site/site.ts'
import type { JsonLdNode } from '#web/kit/ui/structured-data.tsx'

const questions = [
  {
    id: 'akses',
    question: 'Apakah kelas bisa diakses selamanya?',
    answer:
      'Bisa. Setelah terdaftar, kelas tetap ada di Kelas Saya tanpa batas waktu, termasuk materi yang ditambahkan kemudian.',
  },
  {
    id: 'gratis',
    question: 'Apakah ada kelas gratis?',
    answer:
      'Ada. Kelas bertanda GRATIS bisa langsung dimulai setelah masuk. Di kelas berbayar pun ada contoh materi yang bisa dicoba dulu.',
  },
  {
    id: 'bayar',
    question: 'Bagaimana cara membayar?',
    answer:
      'Tekan “Beli Kelas”, lalu pilih cara bayar yang tersedia, misalnya kartu, transfer bank, atau QRIS. Kelas terbuka otomatis begitu pembayaran masuk.',
  },
  {
    id: 'sertifikat',
    question: 'Apakah dapat sertifikat?',
    answer: 'Ya. Setelah semua materi selesai, sertifikat bisa diunduh dari Kelas Saya.',
  },
  {
    id: 'ponsel',
    question: 'Bisa belajar dari ponsel?',
    answer:
      'Bisa. Semua halaman nyaman di layar kecil dan ringan di kuota. Progres tersimpan di akun, jadi bisa pindah perangkat kapan saja.',
  },
  {
    id: 'pemula',
    question: 'Saya belum pernah ngoding sama sekali. Mulai dari mana?',
    answer: 'Pilih kelas berlevel Pemula. Materinya dimulai dari nol, tanpa syarat apa pun selain kemauan mencoba.',
  },
]

/** The questions as structured data. */
export function describeFaq(): JsonLdNode[] {
  if (!import.meta.env.SSR) return []
  const mainEntity = questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }))
  return [{ '@type': 'FAQPage', mainEntity }]
}

/** Common questions. Each has its own URL: `/#faq-sertifikat` opens it. */
export function Faq({ contact }: { contact: Site['contact'] | undefined }) {
  const { hash } = useLocation()
  useEffect(() => {
    const target = hash.startsWith('#faq-') ? document.getElementById(hash.slice(1)) : null
    if (!(target instanceof HTMLDetailsElement)) return
    target.open = true
    target.scrollIntoView()
  }, [hash])

  return (
    <section
      aria-labelledby="faq-judul"
      className="wrap section grid gap-x-16 gap-y-8 xl:grid-cols-[22rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id="faq-judul" className="text-h2">
          Pertanyaan umum
        </h2>
        {contact?.email && (
          <p className="mt-3 text-ink-2">
            Belum terjawab? Tulis ke{' '}
            <a href={`mailto:${contact.email}`} className="font-semibold text-nila underline underline-offset-4">
              {contact.email}
            </a>
            .
          </p>
        )}
      </div>
      <div className="border-t border-line">
        {questions.map(({ id, question, answer }) => (
          <details key={id} id={`faq-${id}`} className="group border-b border-line">
            <summary className="flex min-h-16 items-center justify-between gap-4 rounded-chip py-3.5 text-lg leading-snug font-semibold hover:text-nila">
              {question}
              <Plus className="size-6 shrink-0 text-ink-3 soft group-open:rotate-45" />
            </summary>
            <p className="max-w-[60ch] pb-6 text-ink-2">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
