import type { Ebook } from '#contract/library/library.ts'
import { useApi, useSession } from '#web/identity/index.ts'
import { useRemoteAddition } from '#web/kit/ui/behaviour/use-remote.ts'
import { EbookCard } from '#web/library/ebook-card.tsx'

const shown = 3
/** As many as are looked through for the same author. */
const asked = 24

/** E-books to go on with after a finished one: of the same author first. Nothing where there are none, or none could be loaded. */
export default function NextEbooks({ ebook }: { ebook: Ebook }) {
  const { anonymous, authenticated } = useApi()
  const isSignedIn = useSession().status === 'signed-in'
  const found = useRemoteAddition(`${ebook._id} ${isSignedIn}`, async (signal) => {
    const [all, mine] = await Promise.all([
      anonymous.library.listEbooks({ limit: asked }, { signal }),
      isSignedIn ? authenticated.library.listMyEbooks(undefined, { signal }) : { data: [] },
    ])
    const known = new Set([ebook._id, ...mine.data.map(({ _id }) => _id)])
    const isSameAuthor = ({ author }: { author: string }) => author !== '' && author === ebook.author
    return all.data
      .filter(({ _id }) => !known.has(_id))
      .toSorted((a, b) => Number(isSameAuthor(b)) - Number(isSameAuthor(a)))
      .slice(0, shown)
  })
  const ebooks = found ?? []
  if (ebooks.length === 0) return null
  return (
    <section aria-labelledby="e-book-berikutnya" className="pb-28">
      <h2 id="e-book-berikutnya" className="mb-5 text-h2">
        E-book lain yang mungkin cocok
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2">
        {ebooks.map((item) => (
          <li key={item._id}>
            <EbookCard ebook={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}
