import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { Mark } from '#contract/library/reading.ts'
import { offsetAtPoint } from './text-ranges.ts'

/** A second click within this time selects a word or a paragraph. */
const doubleClickMs = 300

type Options = {
  sectionId: string | null
  marks: readonly Mark[]
  article: RefObject<HTMLElement | null>
  textElement: () => HTMLElement | null
  onPress: (markId: string) => void
}

/** Reports presses on highlighted text. Links, buttons and selections keep their meaning; the keyboard reaches highlights in their panel. */
export function useHighlightPress({ sectionId, marks, article, textElement, onPress }: Options): void {
  const press = useEffectEvent(({ clientX, clientY }: MouseEvent) => {
    const element = textElement()
    if (!element || !getSelection()?.isCollapsed) return
    const offset = offsetAtPoint(element, clientX, clientY)
    if (offset === null) return
    const pressed = marks.find(
      (mark) => mark.kind === 'highlight' && mark.sectionId === sectionId && mark.start <= offset && offset <= mark.end,
    )
    if (pressed) onPress(pressed.id)
  })
  useEffect(() => {
    const element = article.current
    let timer: ReturnType<typeof setTimeout> | undefined
    function report(event: MouseEvent) {
      clearTimeout(timer)
      if (event.detail === 1 && !(event.target as Element).closest('a, button'))
        timer = setTimeout(() => press(event), doubleClickMs)
    }
    element?.addEventListener('click', report)
    return () => {
      clearTimeout(timer)
      element?.removeEventListener('click', report)
    }
  }, [sectionId, article])
}
