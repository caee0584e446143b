const gapPx = 8

/** The editor that has the focus: only a caret that is seen is scrolled to. */
const focusedEditor = () => document.activeElement?.closest<HTMLElement>('.article-editor') ?? null

/**
 * How far from the edges of the screen the caret of an editor stays: below its toolbar and above the save bar of its form. Measured
 * whenever the caret is scrolled to, because both change their height.
 */
export const caretMargins = {
  left: gapPx,
  right: gapPx,
  get top(): number {
    const toolbar = focusedEditor()?.closest('.editor-frame')?.querySelector<HTMLElement>('[role=toolbar]')
    const stuckAt = toolbar ? Number.parseFloat(getComputedStyle(toolbar).top) || 0 : 0
    return (visualViewport?.offsetTop ?? 0) + stuckAt + (toolbar?.offsetHeight ?? 0) + gapPx
  },
  get bottom(): number {
    const editor = focusedEditor()
    const bar = editor ? Number.parseFloat(getComputedStyle(editor).getPropertyValue('--save-bar')) || 0 : 0
    // A keyboard on the screen covers the bar.
    const belowSight = visualViewport ? innerHeight - visualViewport.offsetTop - visualViewport.height : 0
    return Math.max(0, bar - Math.max(0, belowSight)) + gapPx
  },
}
