import Lock from 'lucide-react/icons/lock'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Ebook } from '#contract/library/library.ts'
import { paths } from '#contract/kit/paths.ts'
import { Price } from '#web/catalog/price.tsx'
import { ebookPrice } from '#web/library/ebook-price.ts'

type Props = { ebook: Ebook; sampleId: string; offer: ReactNode }

/** Shown instead of a section that only owners may read. */
export function LockedSection({ ebook, sampleId, offer }: Props) {
  return (
    <section aria-labelledby="terkunci" className="mt-8 rounded-dialog border border-line bg-surface p-6 shadow-card">
      <Lock aria-hidden className="size-8 text-ink-3" />
      <h2 id="terkunci" className="mt-3 text-xl font-extrabold">
        Bagian ini terkunci.
      </h2>
      <p className="mt-1 text-ink-2">
        Beli e-book untuk membaca semua {ebook.sectionCount} bagian. Sekali bayar, akses selamanya.
      </p>
      <div className="mt-4">
        <Price {...ebookPrice(ebook)} size="lg" />
      </div>
      <div className="mt-4">{offer}</div>
      <Link
        to={paths.ebook({ ebookId: ebook._id, sectionId: sampleId })}
        className="mt-2 inline-flex min-h-11 items-center font-semibold text-nila hover:underline"
      >
        Kembali ke contoh
      </Link>
    </section>
  )
}
