import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language'
import { Annotation, Compartment, EditorState, Prec } from '@codemirror/state'
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { loadLanguage } from './load-language.ts'

export type CodeEditorProps = {
  /** The name of the file, which says its language too. */
  path: string
  /** At the start, and when it is another text than the one in the editor. */
  text: string
  isReadOnly?: boolean
  /** The line of a mistake. */
  line?: number | null
  onChange: (text: string) => void
  /** Ctrl+Enter. */
  onRun?: (() => void) | undefined
}

// The colours of code blocks in articles, dark in both themes.
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.typeName, tags.bool, tags.null, tags.meta, tags.modifier], color: '#a9b8ff' },
  { tag: [tags.string, tags.regexp], color: '#7fd8a1' },
  { tag: [tags.number, tags.attributeName, tags.propertyName], color: '#ffc652' },
  { tag: [tags.className, tags.function(tags.variableName)], color: '#9bd8ef' },
  { tag: tags.tagName, color: '#ff9e94' },
  { tag: tags.comment, color: '#9da1b4' },
])
const look = EditorView.theme(
  {
    '&': { backgroundColor: 'var(--color-code)', color: '#e6e7f2', height: '100%', fontSize: 'inherit' },
    '&.cm-focused': { outline: '2px solid var(--color-focus)', outlineOffset: '-2px' },
    '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.65', overflow: 'auto' },
    '.cm-content': { caretColor: '#fff', minHeight: '12rem' },
    '.cm-cursor': { borderLeftColor: '#fff' },
    '.cm-gutters': { backgroundColor: 'transparent', color: '#9da1b4', border: 'none' },
    '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': { backgroundColor: '#3b4576 !important' },
    '.cm-specialChar': { color: '#ffc652', backgroundColor: '#5b2b2b' },
  },
  { dark: true },
)

/** Also those that turn the direction until another one ends it, which CodeMirror lets pass; joiners are parts of emoji. */
const unseen = {
  addSpecialChars: /[\u200c\u202a-\u202c\u2060-\u2064\u2068]/g,
  render(code: number) {
    const mark = document.createElement('span')
    mark.className = 'cm-specialChar'
    mark.textContent = '•'
    const name = `Karakter tak terlihat U+${code.toString(16).toUpperCase().padStart(4, '0')}`
    mark.title = name
    mark.setAttribute('aria-label', name)
    return mark
  },
}

/** Marks a text that was not typed here. */
const isGiven = Annotation.define<boolean>()

const leaveHint = 'Tekan Esc lalu Tab untuk keluar dari editor.'

/** An editor of one file. Its styles live in a shadow root, because pages allow no style that is made while they are shown. */
export default function CodeEditor({ path, text, isReadOnly = false, line = null, onChange, onRun }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(null)
  const change = useEffectEvent(onChange)
  const run = useEffectEvent(() => onRun?.())
  const first = useEffectEvent(() => text)

  useEffect(() => {
    const element = host.current
    if (!element) return
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    const language = new Compartment()
    const view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: first(),
        extensions: [
          lineNumbers(),
          // Characters that change the direction of a line, or cannot be seen, are shown as a mark.
          highlightSpecialChars(unseen),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          indentUnit.of('  '),
          language.of([]),
          syntaxHighlighting(colours),
          look,
          EditorView.lineWrapping,
          EditorState.readOnly.of(isReadOnly),
          EditorView.contentAttributes.of({
            'aria-label': `${isReadOnly ? 'Berkas' : 'Kode'} ${path}. ${isReadOnly ? 'Hanya dibaca.' : leaveHint}`,
            ...(isReadOnly && { 'aria-readonly': 'true' }),
          }),
          Prec.highest(
            keymap.of([
              {
                key: 'Mod-Enter',
                run: () => {
                  run()
                  return true
                },
              },
            ]),
          ),
          keymap.of([...defaultKeymap, ...historyKeymap, ...(isReadOnly ? [] : [indentWithTab])]),
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            const isTyped = docChanged && !transactions.some((transaction) => transaction.annotation(isGiven))
            if (isTyped) change(state.doc.toString())
          }),
        ],
      }),
    })
    // Keys typed here are no shortcuts of the page, which sees the host of the shadow root as their target.
    const keepKeys = (event: KeyboardEvent) => event.stopPropagation()
    element.addEventListener('keydown', keepKeys)
    editor.current = view
    // Without a connection, code is typed without its colours.
    loadLanguage(path).then(
      (loaded) => editor.current === view && view.dispatch({ effects: language.reconfigure(loaded) }),
      () => {},
    )
    return () => {
      element.removeEventListener('keydown', keepKeys)
      view.destroy()
      editor.current = null
    }
  }, [path, isReadOnly])

  // Another text than what was typed: 'Kembalikan awal', or what another device typed.
  useLayoutEffect(() => {
    const view = editor.current
    if (view && view.state.doc.toString() !== text)
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        annotations: isGiven.of(true),
      })
  }, [text])
  useEffect(() => {
    const view = editor.current
    if (!view || line === null || line > view.state.doc.lines) return
    const { from } = view.state.doc.line(line)
    view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
  }, [line])

  return <div ref={host} className="h-full min-h-48 overflow-hidden text-sm" />
}
