import type { Ebook } from '#contract/library.ts'
import { paths } from '#contract/paths.ts'
import { BuyItem } from '#web/commerce/buy-item.tsx'
import { keepableEbook } from '#web/library/offline/keepable.ts'
import { SaveButton } from '#web/library/offline/save-button.tsx'
import { createReaderLoader, ReaderError, ReaderPage } from '#web/library/reader/reader-page.tsx'

export { createReaderLoader, ReaderError }

const Offer = ({ ebook }: { ebook: Ebook }) => (
  <BuyItem item={{ kind: 'ebook', id: ebook._id, title: ebook.title, ownerPath: paths.ebook({ ebookId: ebook._id }) }} />
)

/** An open e-book can be kept on this device. */
const Actions = ({ ebook }: { ebook: Ebook }) => <SaveButton compact item={keepableEbook(ebook)} />

/** The e-book reader with commerce's offer for what is locked. */
export const Reader = () => <ReaderPage Offer={Offer} Actions={Actions} />
