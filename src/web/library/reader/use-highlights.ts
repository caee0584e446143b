import { useLayoutEffect, useState } from 'react'
import type { Mark } from '#contract/library/reading.ts'
import type { SectionRange } from './reading-place.ts'
import { highlightRanges } from './text-ranges.ts'

type Options = {
  sectionId: string | null
  hasText: boolean
  marks: readonly Mark[]
  textElement: () => HTMLElement | null
}

/** Colours the search results and the reader's highlights in the text of the section. */
export function useHighlights({ sectionId, hasText, marks, textElement }: Options) {
  const [found, setFound] = useState<{ query: string; ranges: readonly SectionRange[] }>({ query: '', ranges: [] })

  useLayoutEffect(() => {
    if (!hasText) return
    const element = textElement()
    highlightRanges(
      'temuan',
      element,
      found.ranges.filter((range) => range.sectionId === sectionId),
    )
    highlightRanges(
      'sorotan',
      element,
      marks.filter((mark) => mark.kind === 'highlight' && mark.sectionId === sectionId),
    )
    return () => {
      highlightRanges('temuan', null, [])
      highlightRanges('sorotan', null, [])
    }
  }, [sectionId, hasText, found, marks, textElement])

  return {
    query: found.query,
    /** Highlights these ranges until others are set. */
    showFound: setFound,
  }
}
