import type { Ebook } from '#contract/library.ts'
import { paths } from '#contract/paths.ts'
import { BuyItem } from '#web/commerce/buy-item.tsx'
import { offlineEbook } from '#web/library/offline/offline-item.ts'
import { SaveButton } from '#web/library/offline/save-button.tsx'
import { createReaderLoader, ReaderError, ReaderPage } from '#web/library/reader/reader-page.tsx'

export { createReaderLoader, ReaderError }

const Offer = ({ ebook }: { ebook: Ebook }) => (
  <BuyItem item={{ kind: 'ebook', id: ebook._id, title: ebook.title, price: ebook.price, discount: 0, ownerPath: paths.ebook({ ebookId: ebook._id }) }} />
)

/** An unlocked e-book can be saved offline. */
const Actions = ({ ebook }: { ebook: Ebook }) => <SaveButton compact item={offlineEbook(ebook)} />

/** The e-book reader with the offer of the commerce module for locked sections. */
export const Reader = () => <ReaderPage Offer={Offer} Actions={Actions} />
