import { useEditorState, type Editor, type JSONContent } from '@tiptap/react'
import { useState } from 'react'
import { AltDialog } from './editor-dialogs.tsx'

/** Widths in pixels; 0: its own. On a phone none is wider than the screen. */
const sizes = [
  { width: 0, label: 'Ukuran asli' },
  { width: 480, label: 'Ukuran sedang' },
  { width: 240, label: 'Ukuran kecil' },
] as const

type Props = { editor: Editor; /** Styles a control with a text. */ className: string }

/** Toolbar controls for the selected picture. */
export function PictureTools({ editor, className }: Props) {
  const [isDescribing, setDescribing] = useState(false)
  const width = useEditorState({
    editor,
    selector: ({ editor: now }) => Number(now.getAttributes('image')['width'] as number | string | null),
  })
  return (
    <>
      <select
        aria-label="Ukuran gambar"
        value={sizes.some((size) => size.width === width) ? width : 0}
        onChange={(event) => resize(editor, Number(event.currentTarget.value))}
        className={className}
      >
        {sizes.map((size) => (
          <option key={size.width} value={size.width}>
            {size.label}
          </option>
        ))}
      </select>
      <button type="button" onClick={() => openCaption(editor)} className={className}>
        Keterangan gambar
      </button>
      <button type="button" onClick={() => setDescribing(true)} className={className}>
        Teks pengganti gambar
      </button>
      {isDescribing && <AltDialog editor={editor} onClose={() => setDescribing(false)} />}
    </>
  )
}

/** No picture is made larger than it is. */
function resize(editor: Editor, width: number): void {
  const picture = editor.view.nodeDOM(editor.state.selection.from)
  if (!(picture instanceof HTMLImageElement) || picture.naturalWidth === 0) return
  const { naturalWidth, naturalHeight } = picture
  const shown = Math.min(width || naturalWidth, naturalWidth)
  const height = Math.round((shown * naturalHeight) / naturalWidth)
  editor.chain().focus().updateAttributes('image', { width: shown, height }).run()
}

/** Puts the caret into the caption of the selected picture, which gets one. */
function openCaption(editor: Editor): void {
  const { from, to, $from } = editor.state.selection
  const picture = $from.nodeAfter
  if (!picture) return
  const { parent } = $from
  if (parent.type.name !== 'figure') {
    const figure = { type: 'figure', content: [picture.toJSON() as JSONContent, { type: 'figcaption' }] }
    // Inside the figure, behind the picture, inside the caption.
    const caret = from + 1 + picture.nodeSize + 1
    editor.chain().focus().insertContentAt({ from, to }, figure).setTextSelection(caret).run()
    return
  }
  let caption = -1
  parent.forEach((child, offset) => {
    if (child.type.name === 'figcaption') caption = $from.start() + offset + 1
  })
  if (caption !== -1) editor.chain().focus().setTextSelection(caption).run()
  else {
    const end = $from.end()
    editor
      .chain()
      .focus()
      .insertContentAt(end, { type: 'figcaption' })
      .setTextSelection(end + 1)
      .run()
  }
}
