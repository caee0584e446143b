import Bookmark from 'lucide-react/icons/bookmark'
import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import type { ReadingState } from '#web/library/use-reading.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { ShortcutList } from '#web/kit/ui/lists/shortcut-list.tsx'
import type { OrderedSection } from '#web/library/reader/book.ts'
import { BookSearch } from '#web/library/reader/book-search.tsx'
import { DisplaySettings } from './display-settings.tsx'
import { findInBook, plainText } from '#web/library/reader/find-text.ts'
import { MarksPanel } from '#web/library/reader/marks-panel.tsx'
import type { Panel } from '#web/library/reader/reader-bar.tsx'
import type { ReadingPlace } from '#web/library/reader/use-reading-place.ts'

const titles: Record<Panel, string> = {
  isi: 'Daftar isi',
  cari: 'Cari',
  tanda: 'Tanda dan catatan',
  tampilan: 'Tampilan',
  bantuan: 'Pintasan keyboard',
}

export type PanelsProps = {
  panel: Panel | null
  onClose: () => void
  onPanel: (panel: Panel) => void
  onBookmark: () => void
  contents: ReactNode
  sections: readonly OrderedSection[]
  reading: ReadingState
  place: ReadingPlace
  /** The mark whose note has the initial focus. */
  editedMarkId: string | null
  onKeys: (on: boolean) => void
}

/** Panels over the text: a sheet on a phone, a dialog on larger screens. */
export function Panels({
  panel,
  onClose,
  onPanel,
  onBookmark,
  contents,
  sections,
  reading,
  place,
  editedMarkId,
  onKeys,
}: PanelsProps) {
  return (
    // The key remounts the dialog when one panel opens another, so that the focus moves into it.
    <Dialog key={panel} title={panel ? titles[panel] : ''} open={panel !== null} onClose={onClose}>
      {panel === 'isi' && (
        <>
          <Button variant="outline" block className="mb-4 sm:hidden" onClick={() => onPanel('cari')}>
            <Search aria-hidden className="size-4.5" /> Cari di e-book ini
          </Button>
          {contents}
        </>
      )}
      {panel === 'cari' && (
        <BookSearch
          sections={sections}
          initialQuery={place.query}
          onOpen={(hit, query) => {
            onClose()
            place.showFound({
              query,
              ranges: findInBook(sections, query, ({ content }) => (content ? plainText(content) : '')),
            })
            place.goTo(hit)
          }}
        />
      )}
      {panel === 'tanda' && (
        <>
          <Button variant="outline" block className="mb-4 sm:hidden" onClick={onBookmark}>
            <Bookmark aria-hidden className="size-4.5" /> Tandai tempat ini
          </Button>
          <MarksPanel
            marks={reading.marks}
            editedId={editedMarkId}
            sections={sections}
            onOpen={(mark) => {
              onClose()
              place.goTo(mark)
            }}
            onChange={reading.saveMark}
          />
        </>
      )}
      {panel === 'tampilan' && <DisplaySettings onChange={({ keys }) => onKeys(keys === 'tombol')} />}
      {panel === 'bantuan' && <ShortcutHelp />}
    </Dialog>
  )
}

const shortcuts = [
  ['← →', 'Bagian sebelum dan sesudah'],
  ['/', 'Cari di e-book ini'],
  ['b', 'Tandai tempat ini'],
  ['i', 'Daftar isi'],
  ['?', 'Bantuan ini'],
] as const

const ShortcutHelp = () => (
  <>
    <ShortcutList shortcuts={shortcuts} />
    <p className="mt-4 text-sm text-ink-3">Pintasan bisa dimatikan di Tampilan.</p>
  </>
)
