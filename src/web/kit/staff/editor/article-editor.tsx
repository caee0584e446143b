import { CodeBlockLowlight } from '@tiptap/extension-code-block-lowlight'
import { Image } from '@tiptap/extension-image'
import { TableCell, TableRow } from '@tiptap/extension-table'
import { EditorContent, useEditor, type Editor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { common, createLowlight } from 'lowlight'
import { useEffect, useRef, useState } from 'react'
import { useImageUpload } from '#web/kit/staff/form/use-image-upload.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { hasNoText, htmlOfMarkdown, isEmbedCode, isEmbeddable, looksLikeMarkdown } from './pasted-markdown.ts'
import { caretMargins } from './caret-margins.ts'
import { cleanPastedHtml } from './clean-pasted-html.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import { htmlToSave, keptElements } from './kept-elements.ts'
import './editor.css'

export type ArticleEditorProps = {
  /** Accessible name. */
  label: string
  /** Initial content. To replace it, change the `key`. */
  initialHtml: string
  error?: string | undefined
  onChange: (html: string) => void
}

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
  TableRow,
  TableCell,
  ...keptElements,
]

/** Markdown that was pasted as plain text, its place, and the size of the document since then. */
type PastedMarkdown = { text: string; from: number; to: number; size: number }

const picturesOf = (list: FileList | undefined): File[] =>
  [...(list ?? [])].filter((file) => file.type.startsWith('image/'))

/** Rich text editor for articles. Pictures are uploaded when they are picked, pasted or dropped; pasted HTML is cleaned. */
export default function ArticleEditor({ label, initialHtml, error, onChange }: ArticleEditorProps) {
  const { upload } = useImageUpload()
  const current = useRef<Editor | null>(null)
  const hasEscaped = useRef(false)
  const [markdown, setMarkdown] = useState<PastedMarkdown | null>(null)

  async function insertImages(files: readonly File[]) {
    for (const chosen of files) {
      const uploaded = await upload(chosen)
      if (!uploaded) continue
      const { url, width, height } = uploaded
      const alt = chosen.name.replace(/\.\w+$/, '').replaceAll(/[-_]+/g, ' ')
      current.current?.chain().focus().setImage({ src: url, alt, width, height }).run()
    }
  }

  const pasted = {
    onForeignImage: () => toast.error('Gambar dari situs lain tidak ikut. Unggah lewat tombol gambar.'),
    // After the text, which is inserted when this returns.
    onPictures: (pictures: File[]) => queueMicrotask(() => void insertImages(pictures)),
    onEmbed: () => toast.info('Isi situs lain tampil sebagai tautan. Untuk video YouTube, buat materi bertipe Video.'),
  }

  const editor = useEditor({
    extensions,
    content: initialHtml,
    // The rules are in editor.css, because the content security policy forbids injected styles.
    injectCSS: false,
    onUpdate: ({ editor: changed }) => {
      onChange(changed.isEmpty ? '' : htmlToSave(changed.getHTML()))
      // The place of pasted Markdown is known until something else changes.
      setMarkdown((before) => (before?.size === changed.state.doc.content.size ? before : null))
    },
    editorProps: {
      scrollThreshold: caretMargins,
      scrollMargin: caretMargins,
      attributes: {
        class: 'prose article-editor',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-required': 'true',
        lang: 'id',
        ...(error && { 'aria-invalid': 'true' }),
      },
      handleDOMEvents: {
        // Tab indents code and lists. After Esc it leaves the editor, as the rest of the page expects.
        keydown(_, event) {
          const leaves = event.key === 'Tab' && hasEscaped.current
          hasEscaped.current = event.key === 'Escape' || (hasEscaped.current && event.key === 'Shift')
          return leaves
        },
      },
      transformPastedHTML: (html) => cleanPastedHtml(html, pasted),
      handlePaste(view, event) {
        const html = event.clipboardData?.getData('text/html') ?? ''
        const text = event.clipboardData?.getData('text/plain') ?? ''
        const pictures = picturesOf(event.clipboardData?.files)
        // Word puts a picture of the text on the clipboard, next to the text.
        if (pictures.length > 0 && (html ? hasNoText(html) : text.trim() === '')) {
          void insertImages(pictures)
          return true
        }
        const { selection } = view.state
        const isText = !html && !selection.$from.parent.type.spec.code
        if (isText && isEmbedCode(text)) {
          current.current?.chain().focus().insertContent(cleanPastedHtml(text, pasted)).run()
          return true
        }
        // The editor makes a link of it.
        if (isText && isEmbeddable(text)) pasted.onEmbed()
        if (isText && looksLikeMarkdown(text)) {
          // The editor inserts the text after this handler.
          queueMicrotask(() =>
            setMarkdown({ text, from: selection.from, to: view.state.selection.to, size: view.state.doc.content.size }),
          )
        }
        return false
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
  function formatMarkdown({ text, from, to }: PastedMarkdown) {
    setMarkdown(null)
    editor
      .chain()
      .focus()
      .insertContentAt({ from, to }, cleanPastedHtml(htmlOfMarkdown(text), pasted))
      .run()
  }

  useEffect(() => {
    current.current = editor
    // A keyboard that opens on the screen must not cover the caret either.
    const showCaret = () => {
      if (editor.isFocused) editor.commands.scrollIntoView()
    }
    visualViewport?.addEventListener('resize', showCaret)
    return () => visualViewport?.removeEventListener('resize', showCaret)
  }, [editor])

  return (
    <div
      className={`editor-frame overflow-clip rounded-field border bg-surface ${error ? 'border-mengkudu' : 'border-border'}`}
    >
      <EditorToolbar editor={editor} onImages={(files) => void insertImages(files)} />
      {markdown && (
        <div
          role="status"
          className="flex flex-wrap items-center justify-between gap-3 border-b border-line bg-info-50 px-4 py-2 text-sm text-info"
        >
          <p className="font-semibold">Teks yang ditempel memakai tanda Markdown.</p>
          <span className="flex flex-wrap gap-2">
            <Button type="button" size="sm" onClick={() => formatMarkdown(markdown)}>
              Jadikan teks berformat
            </Button>
            <Button type="button" size="sm" variant="outline" onClick={() => setMarkdown(null)}>
              Biarkan
            </Button>
          </span>
        </div>
      )}
      <EditorContent editor={editor} />
    </div>
  )
}
