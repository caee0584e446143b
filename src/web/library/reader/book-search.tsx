import { useDeferredValue, useId, useMemo, useState } from 'react'
import { TextField } from '#web/kit/ui/field.tsx'
import type { OrderedSection } from './book.ts'
import { findInBook, plainText, type Hit } from './find-text.ts'

type Props = { sections: readonly OrderedSection[]; initialQuery: string; onOpen: (hit: Hit, query: string) => void }

/** Searches the unlocked sections of the e-book while the reader types. */
export function BookSearch({ sections, initialQuery, onOpen }: Props) {
  const [query, setQuery] = useState(initialQuery)
  const deferredQuery = useDeferredValue(query)
  const texts = useMemo(
    () => new Map(sections.map((section) => [section._id, section.content ? plainText(section.content) : ''])),
    [sections],
  )
  const hits = useMemo(
    () => findInBook(sections, deferredQuery, ({ _id }) => texts.get(_id) ?? ''),
    [sections, deferredQuery, texts],
  )
  const isLongEnough = deferredQuery.trim().length >= 2
  return (
    <div>
      <TextField
        label="Cari di e-book ini"
        type="text"
        inputMode="search"
        enterKeyHint="search"
        value={query}
        data-autofocus
        autoComplete="off"
        onChange={(event) => setQuery(event.target.value)}
      />
      <p role="status" className="mt-3 text-sm text-ink-2">
        {!isLongEnough
          ? 'Tulis paling sedikit dua huruf.'
          : hits.length > 0
            ? `${hits.length} temuan`
            : `Tidak ada “${deferredQuery.trim()}” di bagian yang terbuka.`}
      </p>
      <div className="mt-4 grid gap-5">
        {groupBySection(hits).map((found) => (
          <SectionHits key={found[0]?.sectionId} hits={found} onOpen={(hit) => onOpen(hit, deferredQuery)} />
        ))}
      </div>
    </div>
  )
}

/** Hits are in reading order, so those of a section are adjacent. */
function groupBySection(hits: readonly Hit[]): Hit[][] {
  const groups: Hit[][] = []
  for (const hit of hits) {
    const last = groups.at(-1)
    if (last?.[0]?.sectionId === hit.sectionId) last.push(hit)
    else groups.push([hit])
  }
  return groups
}

function SectionHits({ hits, onOpen }: { hits: readonly Hit[]; onOpen: (hit: Hit) => void }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className="flex items-baseline justify-between gap-3 text-sm font-semibold">
        {hits[0]?.heading}
        <span className="text-xs text-ink-3 tabular-nums">
          {hits.length}
          <span className="sr-only"> temuan</span>
        </span>
      </h3>
      <ul className="mt-1 grid gap-0.5">
        {hits.map((hit) => (
          <li key={hit.start}>
            <button
              type="button"
              onClick={() => onOpen(hit)}
              className="-mx-3 w-[calc(100%+1.5rem)] rounded-field px-3 py-2.5 text-left text-sm text-ink-2 hover:bg-sunken"
            >
              {hit.before}
              <mark className="rounded-chip bg-kunyit-50 text-kunyit-ink">{hit.found}</mark>
              {hit.after}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
