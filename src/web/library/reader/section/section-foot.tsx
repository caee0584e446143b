import { Link } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import { Button } from '#web/kit/ui/button.tsx'
import type { OrderedSection } from '#web/library/reader/book.ts'

/** From this scroll progress on, the "Lanjut" button is shown. */
const offerNextPercent = 95

type Props = {
  ebookId: string
  previous: OrderedSection | undefined
  next: OrderedSection | undefined
  percent: number
  isCompleted: boolean
  /** Null for a locked section. */
  minutesLeft: number | null
  onNext: () => void
}

/** The end of a section: links to the previous and next section, and 'Lanjut' when it is nearly read. */
export function SectionFoot({ ebookId, previous, next, percent, isCompleted, minutesLeft, onNext }: Props) {
  const link =
    'flex min-h-11 max-w-[48%] items-center rounded-button px-2 text-sm font-semibold text-nila hover:bg-nila-50'
  return (
    <footer className="mt-12 border-t border-line pt-4 pb-28">
      {minutesLeft !== null && (
        <p className="text-sm text-ink-3">
          {isCompleted ? 'Bagian ini selesai.' : `± ${minutesLeft} menit lagi di bagian ini`}
        </p>
      )}
      <nav aria-label="Bagian sebelum dan sesudah" className="mt-2 flex justify-between gap-3">
        {previous ? (
          <Link to={paths.ebook({ ebookId, sectionId: previous._id })} rel="prev" className={link}>
            <span>
              ← <span className="sr-only">Bagian sebelumnya: </span>
              {previous.heading}
            </span>
          </Link>
        ) : (
          <span />
        )}
        {next && (
          <Link to={paths.ebook({ ebookId, sectionId: next._id })} rel="next" className={`${link} text-right`}>
            <span>
              <span className="sr-only">Bagian berikutnya: </span>
              {next.heading} →
            </span>
          </Link>
        )}
      </nav>
      {percent >= offerNextPercent && (
        <div className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] shadow-dialog lg:left-75">
          <div className="reader-column mx-auto flex items-center justify-between gap-4 px-4 md:px-6">
            <p className="min-w-0 truncate text-sm text-ink-2">
              {next ? `Berikutnya: ${next.heading}` : 'Ini bagian terakhir.'}
            </p>
            <Button onClick={onNext}>Lanjut</Button>
          </div>
        </div>
      )}
    </footer>
  )
}
