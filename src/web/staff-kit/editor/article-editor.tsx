import { CodeBlockLowlight } from '@tiptap/extension-code-block-lowlight'
import { Image } from '@tiptap/extension-image'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { EditorContent, useEditor, type Editor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { common, createLowlight } from 'lowlight'
import { useEffect, useRef } from 'react'
import { serverMessage } from '#contract/client.ts'
import { imageProblem } from '#contract/images.ts'
import { useApi } from '#web/identity/index.ts'
import { withLogin } from '#web/identity/index.ts'
import { toast } from '#web/ui/toast.tsx'
import { cleanPastedHtml } from './clean-pasted-html.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import './editor.css'

export type ArticleEditorProps = {
  /** Accessible name. */
  label: string
  /** Initial content. To replace it, change the `key`. */
  initialHtml: string
  error?: string | undefined
  onChange: (html: string) => void
}

// The content security policy forbids style attributes, so tables have no column widths.
const PlainTable = Table.extend({ renderHTML: () => ['table', ['tbody', 0]] })

// As on the published page, code without a language is not highlighted.
const grammars = createLowlight(common)
const colours = { ...grammars, highlightAuto: (code: string) => grammars.highlight('plaintext', code) }

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    codeBlock: false,
    link: { openOnClick: false, defaultProtocol: 'https', HTMLAttributes: { target: null, rel: null } },
  }),
  CodeBlockLowlight.configure({ lowlight: colours, enableTabIndentation: true }),
  Image,
  PlainTable.configure({ resizable: false }),
  TableRow,
  TableHeader,
  TableCell,
]

const picturesOf = (list: FileList | undefined): File[] => [...(list ?? [])].filter((file) => file.type.startsWith('image/'))

/** Rich text editor for articles. Pictures are uploaded when they are picked, pasted or dropped; pasted HTML is cleaned. */
export default function ArticleEditor({ label, initialHtml, error, onChange }: ArticleEditorProps) {
  const { mine } = useApi()
  const current = useRef<Editor | null>(null)

  async function insertImages(files: readonly File[]) {
    for (const file of files) {
      const problem = imageProblem(file)
      if (problem) {
        toast.error(problem)
        continue
      }
      try {
        const { data } = await withLogin(() => mine.uploads.uploadImage({ image: file }))
        const alt = file.name.replace(/\.\w+$/, '').replaceAll(/[-_]+/g, ' ')
        current.current?.chain().focus().setImage({ src: data.url, alt, width: data.width, height: data.height }).run()
      } catch (failure) {
        toast.error(serverMessage(failure) ?? 'Gambar belum terunggah. Coba lagi.')
      }
    }
  }

  const editor = useEditor({
    extensions,
    content: initialHtml,
    // The rules are in editor.css, because the content security policy forbids injected styles.
    injectCSS: false,
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
    editorProps: {
      attributes: {
        class: 'prose article-editor',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-required': 'true',
        lang: 'id',
        ...(error && { 'aria-invalid': 'true' }),
      },
      transformPastedHTML: (html) =>
        cleanPastedHtml(html, { onForeignImage: () => toast.error('Gambar dari situs lain tidak ikut. Unggah lewat tombol gambar.') }),
      handlePaste(_, event) {
        // Word puts a picture of the text on the clipboard, next to the text.
        const types = event.clipboardData?.types ?? []
        const pictures = types.includes('text/html') || types.includes('text/plain') ? [] : picturesOf(event.clipboardData?.files)
        if (pictures.length > 0) void insertImages(pictures)
        return pictures.length > 0
      },
      handleDrop(_, event) {
        const pictures = picturesOf(event.dataTransfer?.files)
        if (pictures.length === 0) return false
        event.preventDefault()
        void insertImages(pictures)
        return true
      },
    },
  })
  useEffect(() => {
    current.current = editor
  }, [editor])

  return (
    <div className={`overflow-clip rounded-field border bg-surface ${error ? 'border-mengkudu' : 'border-border'}`}>
      <EditorToolbar editor={editor} onImages={(files) => void insertImages(files)} />
      <EditorContent editor={editor} />
    </div>
  )
}
