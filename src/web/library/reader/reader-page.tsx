import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, type ComponentType } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Ebook } from '#contract/library/library.ts'
import { paths, sharingImage } from '#contract/kit/paths.ts'
import { maximumMarks, readingPercent, type Mark } from '#contract/library/reading.ts'
import { useReading } from '#web/library/use-reading.ts'
import { newKey } from '#web/kit/device/device-store.ts'
import { askConfirm, showAlert } from '#web/kit/ui/feedback/alerts.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { StructuredData } from '#web/kit/ui/structured-data.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { useFocusHeading } from '#web/kit/ui/behaviour/use-focus-heading.ts'
import { useShortcuts } from '#web/kit/ui/behaviour/use-shortcuts.ts'
import { AboutBook } from './about-book.tsx'
import { sectionsInOrder, type OrderedSection } from './book.ts'
import { describeBook } from './book-data.ts'
import { Contents } from './section/contents.tsx'
import { defaultDisplay, readDisplay, applyReaderTheme } from './section/display.ts'
import { LazyPanels } from './section/lazy-panels.tsx'
import { LockedSection } from './section/locked-section.tsx'
import { ReaderBar, type Panel } from './reader-bar.tsx'
import { ResumeOffer } from './resume-offer.tsx'
import { SectionArticle } from './section/section-article.tsx'
import { SectionFoot } from './section/section-foot.tsx'
import { SelectionBar, type Selected } from './selection-bar.tsx'
import { firstVisibleOffset } from './text-ranges.ts'
import { useEbook } from './use-ebook.ts'
import { useHighlightPress } from './use-highlight-press.ts'
import { useReadingPlace } from './use-reading-place.ts'

export { createReaderLoader } from './use-ebook.ts'
export { ReaderError } from './reader-error.tsx'

// Without a connection nothing is offered.
const NextEbooks = lazy<ComponentType<{ ebook: Ebook }>>(() =>
  import('./next-ebooks.tsx').catch(() => ({ default: () => null })),
)

/** Shown after the last section, once all are completed. */
const finishedText = 'Selamat! Anda telah menyelesaikan ebook ini.'

type Props = {
  /** Purchase of a paid e-book. A slot, because this module must not import commerce. */
  Offer: ComponentType<{ ebook: Ebook }>
  /** More actions for an open e-book, such as saving it offline. */
  Actions?: ComponentType<{ ebook: Ebook }>
}

export function ReaderPage({ Offer, Actions }: Props) {
  const { ebook, hasFailed, retry } = useEbook()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const sections = useMemo(() => sectionsInOrder(ebook), [ebook])
  const sectionIdInUrl = search.get('bagian')
  const section = sections.find(({ _id }) => _id === sectionIdInUrl) ?? sections[0]
  const reading = useReading(ebook._id)
  const completedIds = reading.completedSectionIds.filter((id) => sections.some(({ _id }) => _id === id))
  const percent = readingPercent(
    completedIds,
    sections.map(({ _id }) => _id),
  )
  const article = useRef<HTMLElement>(null)
  const textElement = useCallback(() => article.current?.querySelector<HTMLElement>('.prose') ?? null, [])
  const [panel, setPanel] = useState<Panel | null>(null)
  const [editedId, setEditedId] = useState<string | null>(null)
  const [keysOn, setKeysOn] = useState(defaultDisplay.keys === 'tombol')
  useEffect(() => {
    setKeysOn(readDisplay().keys === 'tombol')
    return applyReaderTheme(readDisplay())
  }, [])

  const open = useCallback(
    (sectionId: string) => void navigate(paths.ebook({ ebookId: ebook._id, sectionId })),
    [navigate, ebook._id],
  )
  useFocusHeading(section?._id ?? null)
  const place = useReadingPlace({ sections, section, sectionIdInUrl, reading, article, textElement, open })

  function editMark(id: string) {
    setEditedId(id)
    setPanel('tanda')
  }
  useHighlightPress({ sectionId: section?._id ?? null, marks: reading.marks, article, textElement, onPress: editMark })

  async function completeAndContinue() {
    if (!section) return
    // "Lanjut" completes the section even if its last lines were not reached.
    reading.complete(section._id)
    const next = sections[section.index + 1]
    if (next) return open(next._id)
    const unread = sections.filter(({ _id }) => _id !== section._id && !completedIds.includes(_id))
    if (!unread[0]) return showAlert({ text: finishedText })
    const text = `Masih ada ${unread.length} bagian yang belum selesai. Lanjut ke “${unread[0].heading}”?`
    if (await askConfirm({ title: 'Ini bagian terakhir', text, confirmLabel: 'Lanjut membaca', cancelLabel: 'Nanti' }))
      open(unread[0]._id)
  }
  function addMark(mark: Pick<Mark, 'kind' | 'start' | 'end' | 'quote'>, withNote = false) {
    if (!section) return
    const { _id: sectionId } = section
    const same = reading.marks.find(
      (known) =>
        known.sectionId === sectionId &&
        known.kind === mark.kind &&
        known.start === mark.start &&
        known.end === mark.end,
    )
    const id = same?.id ?? newKey()
    if (same) toast.success('Bagian ini sudah ditandai.')
    else if (reading.marks.length >= maximumMarks)
      return toast.error(`E-book ini sudah memuat ${maximumMarks} tanda. Hapus beberapa dulu.`)
    else {
      reading.saveMark({ ...mark, id, sectionId, note: '', deleted: false })
      toast.success(mark.kind === 'bookmark' ? 'Tempat ini ditandai.' : 'Teks disorot.')
    }
    if (withNote) editMark(id)
  }
  function bookmark() {
    const element = textElement()
    if (!element) return
    const start = firstVisibleOffset(element, 80)
    addMark({
      kind: 'bookmark',
      start,
      end: start,
      quote: (element.textContent ?? '').slice(start, start + 120).trim(),
    })
  }

  const [previous, next] = section ? [sections[section.index - 1], sections[section.index + 1]] : []
  useShortcuts(
    {
      ...(previous && { ArrowLeft: () => open(previous._id) }),
      ...(next && { ArrowRight: () => open(next._id) }),
      '/': () => setPanel('cari'),
      '?': () => setPanel('bantuan'),
      b: bookmark,
      i: () => setPanel('isi'),
    },
    { isOn: keysOn },
  )

  const markedIds = useMemo(() => new Set(reading.marks.map(({ sectionId }) => sectionId)), [reading.marks])
  const contents = (onChoose?: () => void) => (
    <Contents
      ebook={ebook}
      currentId={section?._id ?? null}
      completedIds={completedIds}
      markedIds={markedIds}
      percent={percent}
      {...(onChoose && { onChoose })}
    />
  )
  return (
    <div className="reader min-h-dvh bg-bg text-ink">
      <PageHead
        title={ebook.title}
        description={ebook.description}
        canonicalPath={paths.ebook({ ebookId: ebook._id })}
        noIndex={ebook.status !== 'published'}
        image={{ path: sharingImage('e-book', ebook._id, ebook.updatedAt), alt: ebook.title }}
        type="product"
      />
      <StructuredData nodes={(origin) => describeBook(origin, ebook)} />
      <ReaderBar
        title={ebook.title}
        percent={place.percent}
        onPanel={setPanel}
        onBookmark={bookmark}
        actions={Actions && <Actions ebook={ebook} />}
      />
      <div className="lg:grid lg:grid-cols-[300px_minmax(0,1fr)]">
        <aside className="hidden border-r border-line px-4 py-5 lg:sticky lg:top-15 lg:block lg:h-[calc(100dvh-3.75rem)] lg:overflow-y-auto">
          {contents()}
        </aside>
        <main
          id="konten"
          tabIndex={-1}
          className="reader-column mx-auto w-full px-4 pt-6 outline-none md:px-6 lg:pt-10"
        >
          {section ? (
            <>
              {section.index === 0 && <AboutBook ebook={ebook} firstLocked={sections.find(({ locked }) => locked)} />}
              <SectionHead section={section} total={sections.length} />
              {section.locked ? (
                <LockedSection ebook={ebook} sampleId={sections[0]?._id ?? ''} offer={<Offer ebook={ebook} />} />
              ) : (
                <SectionArticle
                  key={section._id}
                  ref={article}
                  section={section}
                  hasFailed={hasFailed}
                  onRetry={retry}
                />
              )}
              <SectionFoot
                ebookId={ebook._id}
                previous={previous}
                next={next}
                percent={section.locked ? 0 : place.percent}
                isCompleted={completedIds.includes(section._id)}
                minutesLeft={
                  section.locked ? null : Math.max(1, Math.ceil(section.readingMinutes * (1 - place.percent / 100)))
                }
                onNext={() => void completeAndContinue()}
              />
              {!next && sections.every(({ _id }) => completedIds.includes(_id)) && (
                <Suspense fallback={null}>
                  <NextEbooks ebook={ebook} />
                </Suspense>
              )}
            </>
          ) : (
            <p className="py-16 text-center text-ink-2">E-book ini belum berisi.</p>
          )}
        </main>
      </div>
      <ResumeOffer target={place.otherDevice} onAccept={place.goToOtherDevice} onDecline={place.stayHere} />
      <SelectionBar
        textElement={textElement}
        onHighlight={(selected: Selected, withNote) => addMark({ kind: 'highlight', ...selected }, withNote)}
      />
      <LazyPanels
        panel={panel}
        editedMarkId={editedId}
        onClose={() => {
          setPanel(null)
          setEditedId(null)
        }}
        contents={contents(() => setPanel(null))}
        sections={sections}
        reading={reading}
        place={place}
        onKeys={setKeysOn}
        onPanel={setPanel}
        onBookmark={bookmark}
      />
    </div>
  )
}

function SectionHead({ section, total }: { section: OrderedSection; total: number }) {
  return (
    <header>
      <p className="text-sm text-ink-3">
        {section.moduleTitle} › {section.topicTitle}
      </p>
      <h1 className="mt-1 text-3xl font-extrabold text-balance">{section.heading}</h1>
      <p className="mt-2 text-sm text-ink-3">
        Bagian {section.index + 1} dari {total} · ± {section.readingMinutes} menit
      </p>
    </header>
  )
}
