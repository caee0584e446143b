import type { Ref } from 'react'
import { Button } from '#web/kit/ui/button.tsx'
import { Prose } from '#web/kit/ui/prose.tsx'
import { Skeleton } from '#web/kit/ui/feedback/skeleton.tsx'
import type { OrderedSection } from '#web/library/reader/book.ts'
import { Picture } from './picture.tsx'
import { SectionImages } from './section-images.tsx'

type Props = { ref: Ref<HTMLElement>; section: OrderedSection; hasFailed: boolean; onRetry: () => void }

export function SectionArticle({ ref, section, hasFailed, onRetry }: Props) {
  return (
    <article ref={ref} className="mt-6">
      {section.content !== undefined ? (
        <>
          {section.imageUrl && <Picture src={section.imageUrl} className="mb-6" />}
          <Prose html={section.content} />
          <SectionImages images={section.sectionImages} />
        </>
      ) : hasFailed ? (
        <div role="alert" className="rounded-card border border-line bg-surface p-6">
          <p className="font-bold">Bagian ini belum sampai.</p>
          <p className="mt-1 text-ink-2">
            Periksa koneksi, lalu coba lagi. Bagian yang sudah terbuka tetap bisa dibaca.
          </p>
          <Button variant="outline" className="mt-4" onClick={onRetry}>
            Coba lagi
          </Button>
        </div>
      ) : (
        <div aria-busy="true">
          <p role="status" className="sr-only">
            Memuat…
          </p>
          {Array.from({ length: 7 }, (_, index) => (
            <Skeleton key={index} className={`mt-3 h-5 ${index % 3 === 2 ? 'w-2/3' : 'w-full'}`} />
          ))}
        </div>
      )}
    </article>
  )
}
