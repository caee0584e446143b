import { Mark, Node } from '@tiptap/core'
import { Table, TableHeader } from '@tiptap/extension-table'

// Elements that the server allows and the editor's own set does not know. Without these, an edit would drop them.

type Element = { name: string; tag: string; excludes?: string; keys: string }

const mark = ({ name, tag, excludes, keys }: Element) =>
  Mark.create({
    name,
    ...(excludes && { excludes }),
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts() {
      return { [keys]: () => this.editor.commands.toggleMark(name) }
    },
  })

const figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'figcaption? block+ figcaption?',
  isolating: true,
  parseHTML: () => [{ tag: 'figure' }],
  renderHTML: () => ['figure', 0],
})

const figcaption = Node.create({
  name: 'figcaption',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'figcaption' }],
  renderHTML: () => ['figcaption', 0],
  addKeyboardShortcuts() {
    return {
      // A caption is one line: what follows is below its picture.
      Enter: () => {
        const { $from } = this.editor.state.selection
        if ($from.parent.type.name !== 'figcaption') return false
        const below = $from.after($from.depth - 1)
        return this.editor
          .chain()
          .insertContentAt(below, { type: 'paragraph' })
          .setTextSelection(below + 1)
          .run()
      },
    }
  },
})

export const keptElements = [
  mark({ name: 'subscript', tag: 'sub', excludes: 'superscript', keys: 'Mod-,' }),
  mark({ name: 'superscript', tag: 'sup', excludes: 'subscript', keys: 'Mod-.' }),
  mark({ name: 'keyboard', tag: 'kbd', keys: 'Mod-Alt-k' }),
  mark({ name: 'highlight', tag: 'mark', keys: 'Mod-Shift-h' }),
  figure,
  figcaption,
  // The content security policy forbids style attributes, so tables have no column widths.
  Table.extend({ renderHTML: () => ['table', ['tbody', 0]] }).configure({ resizable: false }),
  TableHeader.extend({
    addAttributes() {
      return { ...this.parent?.(), scope: { default: null } }
    },
  }),
]

/** The HTML to save: rows of headers at the start of a table are its head, which the editor has as rows; a caption without words is none. */
export function htmlToSave(html: string): string {
  if (!/<th|<figcaption/.test(html)) return html
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const caption of body.querySelectorAll('figcaption')) if (caption.textContent.trim() === '') caption.remove()
  for (const table of body.querySelectorAll('table')) {
    const rows = [...table.rows]
    const first = rows.findIndex((row) => [...row.cells].some((cell) => cell.tagName !== 'TH'))
    const heads = first === -1 ? rows.slice(0, 1) : rows.slice(0, first)
    if (heads.length > 0 && heads.length < rows.length) table.createTHead().append(...heads)
  }
  return body.innerHTML
}
