import type { Ebook } from '#contract/library.ts'
import { paths } from '#contract/paths.ts'
import { BuyItem } from '#web/commerce/buy-item.tsx'
import { createReaderLoader, ReaderError, ReaderPage } from '#web/library/reader/reader-page.tsx'

export { createReaderLoader, ReaderError }

const Offer = ({ ebook }: { ebook: Ebook }) => (
  <BuyItem item={{ kind: 'ebook', id: ebook._id, title: ebook.title, ownerPath: paths.ebook({ ebookId: ebook._id }) }} />
)

/** The e-book reader with commerce's offer for what is locked. */
export const Reader = () => <ReaderPage Offer={Offer} />
