import { useDeferredValue, useMemo, useState } from 'react'
import { TextField } from '#web/ui/field.tsx'
import type { PlacedSection } from './book.ts'
import { findInBook, plainText, type Hit } from './find-text.ts'

type Props = { sections: readonly PlacedSection[]; initialQuery: string; onOpen: (hit: Hit, query: string) => void }

/** Search within the e-book: as one types, in every section that is open. */
export function BookSearch({ sections, initialQuery, onOpen }: Props) {
  const [query, setQuery] = useState(initialQuery)
  const asked = useDeferredValue(query)
  const texts = useMemo(() => new Map(sections.map((section) => [section._id, section.content ? plainText(section.content) : ''])), [sections])
  const hits = useMemo(() => findInBook(sections, asked, ({ _id }) => texts.get(_id) ?? ''), [sections, asked, texts])
  const isAsking = asked.trim().length >= 2
  return (
    <div>
      <TextField label="Cari di e-book ini" type="search" value={query} data-autofocus autoComplete="off" onChange={(event) => setQuery(event.target.value)} />
      <p role="status" className="mt-3 text-sm text-ink-2">
        {!isAsking ? 'Tulis paling sedikit dua huruf.' : hits.length > 0 ? `${hits.length} temuan` : `Tidak ada “${asked.trim()}” di bagian yang terbuka.`}
      </p>
      <ul className="mt-2 grid gap-1">
        {hits.map((hit) => (
          <li key={`${hit.sectionId}:${hit.start}`}>
            <button type="button" onClick={() => onOpen(hit, asked)} className="w-full rounded-field px-3 py-2.5 text-left text-sm hover:bg-sunken">
              <span className="block font-semibold">{hit.heading}</span>
              <span className="text-ink-2">
                {hit.before}
                <mark className="rounded-chip bg-kunyit-50 text-kunyit-ink">{hit.found}</mark>
                {hit.after}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
