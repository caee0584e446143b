import { Image } from '@tiptap/extension-image'
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import Bold from 'lucide-react/icons/bold'
import Code from 'lucide-react/icons/code'
import Heading2 from 'lucide-react/icons/heading-2'
import Heading3 from 'lucide-react/icons/heading-3'
import ImagePlus from 'lucide-react/icons/image-plus'
import Italic from 'lucide-react/icons/italic'
import LinkIcon from 'lucide-react/icons/link'
import List from 'lucide-react/icons/list'
import ListOrdered from 'lucide-react/icons/list-ordered'
import Quote from 'lucide-react/icons/quote'
import Redo from 'lucide-react/icons/redo-2'
import SquareCode from 'lucide-react/icons/square-code'
import Undo from 'lucide-react/icons/undo-2'
import { useId, useRef, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { LinkDialog } from './link-dialog.tsx'
import { useImageUpload } from './use-image-upload.ts'

type Props = {
  label: string
  /** Article HTML; the field keeps its own copy from then on. */ initialHtml: string
  onChange: (html: string) => void
  error?: string | undefined
}

/** Rich text as articles are made of. What is pasted keeps its structure and loses its looks; the server cleans it once more. */
export function RichTextField({ label, initialHtml, onChange, error }: Props) {
  const id = useId()
  const editor = useEditor({
    // No style element of its own: the page's policy allows none.
    injectCSS: false,
    extensions: [StarterKit.configure({ heading: { levels: [2, 3, 4] }, link: { openOnClick: false } }), Image],
    content: initialHtml,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        ...(error ? { 'aria-invalid': 'true', 'aria-describedby': `${id}-error` } : {}),
        class: 'prose min-h-80 max-w-none! px-4 py-3 whitespace-pre-wrap outline-none',
      },
    },
    onUpdate: ({ editor }) => onChange(editor.isEmpty ? '' : editor.getHTML()),
  })
  return (
    <div>
      <p id={`${id}-label`} className="mb-1.5 text-sm font-semibold">
        {label}
      </p>
      <div className="rounded-field border border-border bg-surface focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-focus">
        <Toolbar editor={editor} label={label} />
        <EditorContent editor={editor} />
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-semibold text-mengkudu">
          {error}
        </p>
      )}
    </div>
  )
}

function Toolbar({ editor, label }: { editor: Editor; label: string }) {
  const picker = useRef<HTMLInputElement>(null)
  const { upload, uploading } = useImageUpload()
  const [linking, setLinking] = useState(false)
  const active = useEditorState({
    editor,
    selector: ({ editor }) => ({
      bold: editor.isActive('bold'),
      italic: editor.isActive('italic'),
      code: editor.isActive('code'),
      h2: editor.isActive('heading', { level: 2 }),
      h3: editor.isActive('heading', { level: 3 }),
      list: editor.isActive('bulletList'),
      numbers: editor.isActive('orderedList'),
      quote: editor.isActive('blockquote'),
      block: editor.isActive('codeBlock'),
      link: editor.isActive('link'),
      canUndo: editor.can().undo(),
      canRedo: editor.can().redo(),
    }),
  })
  const run = () => editor.chain().focus()

  async function addImage(file: File | undefined) {
    const picture = file && (await upload(file))
    if (picture) run().setImage({ src: picture.url, alt: '' }).run()
  }

  return (
    <div
      role="toolbar"
      aria-label={`Format ${label}`}
      className="sticky top-14 z-10 flex flex-wrap gap-0.5 rounded-t-field border-b border-line bg-surface p-1 lg:top-0"
    >
      <Tool label="Heading 2" Icon={Heading2} pressed={active.h2} onClick={() => run().toggleHeading({ level: 2 }).run()} />
      <Tool label="Heading 3" Icon={Heading3} pressed={active.h3} onClick={() => run().toggleHeading({ level: 3 }).run()} />
      <Tool label="Tebal" Icon={Bold} pressed={active.bold} onClick={() => run().toggleBold().run()} />
      <Tool label="Miring" Icon={Italic} pressed={active.italic} onClick={() => run().toggleItalic().run()} />
      <Tool label="Kode" Icon={Code} pressed={active.code} onClick={() => run().toggleCode().run()} />
      <Tool label="Tautan" Icon={LinkIcon} pressed={active.link} onClick={() => setLinking(true)} />
      <Tool label="Daftar" Icon={List} pressed={active.list} onClick={() => run().toggleBulletList().run()} />
      <Tool label="Daftar bernomor" Icon={ListOrdered} pressed={active.numbers} onClick={() => run().toggleOrderedList().run()} />
      <Tool label="Kutipan" Icon={Quote} pressed={active.quote} onClick={() => run().toggleBlockquote().run()} />
      <Tool label="Blok kode" Icon={SquareCode} pressed={active.block} onClick={() => run().toggleCodeBlock().run()} />
      <Tool label={uploading ? 'Mengunggah gambar…' : 'Sisipkan gambar'} Icon={ImagePlus} disabled={uploading} onClick={() => picker.current?.click()} />
      <Tool label="Urungkan" Icon={Undo} disabled={!active.canUndo} onClick={() => run().undo().run()} />
      <Tool label="Ulangi" Icon={Redo} disabled={!active.canRedo} onClick={() => run().redo().run()} />
      <input
        ref={picker}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        hidden
        aria-label="Gambar untuk disisipkan"
        onChange={(event) => {
          void addImage(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      {linking && (
        <LinkDialog
          address={String(editor.getAttributes('link')['href'] ?? '')}
          onClose={() => setLinking(false)}
          onChoose={(href) => {
            setLinking(false)
            const chain = run().extendMarkRange('link')
            if (!href) chain.unsetLink().run()
            else if (editor.state.selection.empty && !active.link)
              chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
            else chain.setLink({ href }).run()
          }}
        />
      )}
    </div>
  )
}

type ToolProps = { label: string; Icon: typeof Bold; pressed?: boolean; disabled?: boolean; onClick: () => void }

const Tool = ({ label, Icon, pressed, disabled = false, onClick }: ToolProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    aria-pressed={pressed}
    disabled={disabled}
    onClick={onClick}
    className={classNames(
      'grid size-10 place-items-center rounded-chip text-ink-2 hover:bg-sunken hover:text-ink disabled:opacity-35',
      pressed && 'bg-nila-50 text-nila!',
    )}
  >
    <Icon aria-hidden className="size-5" />
  </button>
)
