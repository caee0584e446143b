import type { EbookCard as Ebook, TipCard as Tip } from '#contract/library/library.ts'
import { useOwnedEbookIds } from './use-owned-ebook-ids.ts'
import { LoadFailure } from '#web/kit/ui/feedback/load-failure.tsx'
import { EbookCard } from './ebook-card.tsx'
import { TipCard } from './tip-card.tsx'

/** E-books and tips among the results of the site search. */
export function LibraryResults({ ebooks, tips }: { ebooks: Ebook[]; tips: Tip[] }) {
  const { owned, hasFailed, reload } = useOwnedEbookIds()
  const grid = 'mt-5 cards'
  return (
    <>
      {ebooks.length > 0 && (
        <section className="mt-12">
          <h2 className="text-h2 font-extrabold">E-book</h2>
          {hasFailed && <LoadFailure onRetry={reload}>E-book mana yang milikmu belum bisa dimuat.</LoadFailure>}
          <ul className={grid}>
            {ebooks.map((ebook) => (
              <li key={ebook._id}>
                <EbookCard ebook={ebook} owned={owned.has(ebook._id)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {tips.length > 0 && (
        <section className="mt-12">
          <h2 className="text-h2 font-extrabold">Tips</h2>
          <ul className={grid}>
            {tips.map((tip) => (
              <li key={tip._id}>
                <TipCard tip={tip} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
