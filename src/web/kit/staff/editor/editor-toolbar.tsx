import { useEditorState, type Editor } from '@tiptap/react'
import Bold from 'lucide-react/icons/bold'
import Code from 'lucide-react/icons/code'
import Highlighter from 'lucide-react/icons/highlighter'
import ImagePlus from 'lucide-react/icons/image-plus'
import Italic from 'lucide-react/icons/italic'
import LinkIcon from 'lucide-react/icons/link'
import List from 'lucide-react/icons/list'
import ListOrdered from 'lucide-react/icons/list-ordered'
import Minus from 'lucide-react/icons/minus'
import Quote from 'lucide-react/icons/quote'
import Redo from 'lucide-react/icons/redo-2'
import SquareCode from 'lucide-react/icons/square-code'
import Strikethrough from 'lucide-react/icons/strikethrough'
import Subscript from 'lucide-react/icons/subscript'
import Superscript from 'lucide-react/icons/superscript'
import TableIcon from 'lucide-react/icons/table'
import Underline from 'lucide-react/icons/underline'
import Undo from 'lucide-react/icons/undo-2'
import type { LucideIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { imageHint, acceptImages } from '#contract/kit/media/images.ts'
import { classNames } from '#web/kit/ui/class-names.ts'
import { LinkDialog } from './editor-dialogs.tsx'
import { PictureTools } from './picture-tools.tsx'
import { useToolbarKeys } from './use-toolbar-keys.ts'

type Chain = ReturnType<Editor['chain']>
type Tool = { label: string; Icon: LucideIcon; run: (chain: Chain) => Chain; isActive?: (editor: Editor) => boolean }

const textStyles: readonly Tool[] = [
  { label: 'Tebal', Icon: Bold, run: (chain) => chain.toggleBold(), isActive: (editor) => editor.isActive('bold') },
  {
    label: 'Miring',
    Icon: Italic,
    run: (chain) => chain.toggleItalic(),
    isActive: (editor) => editor.isActive('italic'),
  },
  {
    label: 'Garis bawah',
    Icon: Underline,
    run: (chain) => chain.toggleUnderline(),
    isActive: (editor) => editor.isActive('underline'),
  },
  {
    label: 'Coret',
    Icon: Strikethrough,
    run: (chain) => chain.toggleStrike(),
    isActive: (editor) => editor.isActive('strike'),
  },
  {
    label: 'Kode sebaris',
    Icon: Code,
    run: (chain) => chain.toggleCode(),
    isActive: (editor) => editor.isActive('code'),
  },
  {
    label: 'Subskrip',
    Icon: Subscript,
    run: (chain) => chain.toggleMark('subscript'),
    isActive: (editor) => editor.isActive('subscript'),
  },
  {
    label: 'Superskrip',
    Icon: Superscript,
    run: (chain) => chain.toggleMark('superscript'),
    isActive: (editor) => editor.isActive('superscript'),
  },
  {
    label: 'Sorot',
    Icon: Highlighter,
    run: (chain) => chain.toggleMark('highlight'),
    isActive: (editor) => editor.isActive('highlight'),
  },
]
const blocks: readonly Tool[] = [
  {
    label: 'Daftar butir',
    Icon: List,
    run: (chain) => chain.toggleBulletList(),
    isActive: (editor) => editor.isActive('bulletList'),
  },
  {
    label: 'Daftar bernomor',
    Icon: ListOrdered,
    run: (chain) => chain.toggleOrderedList(),
    isActive: (editor) => editor.isActive('orderedList'),
  },
  {
    label: 'Kutipan',
    Icon: Quote,
    run: (chain) => chain.toggleBlockquote(),
    isActive: (editor) => editor.isActive('blockquote'),
  },
  {
    label: 'Blok kode',
    Icon: SquareCode,
    run: (chain) => chain.toggleCodeBlock(),
    isActive: (editor) => editor.isActive('codeBlock'),
  },
  { label: 'Garis pemisah', Icon: Minus, run: (chain) => chain.setHorizontalRule() },
  {
    label: 'Sisipkan tabel',
    Icon: TableIcon,
    run: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
  },
]
const tableTools: readonly { label: string; run: (chain: Chain) => Chain }[] = [
  { label: '+ Baris', run: (chain) => chain.addRowAfter() },
  { label: '+ Kolom', run: (chain) => chain.addColumnAfter() },
  { label: '− Baris', run: (chain) => chain.deleteRow() },
  { label: '− Kolom', run: (chain) => chain.deleteColumn() },
  { label: 'Baris judul', run: (chain) => chain.toggleHeaderRow() },
  { label: 'Hapus tabel', run: (chain) => chain.deleteTable() },
]
const languages = [
  '',
  'javascript',
  'typescript',
  'xml',
  'css',
  'php',
  'json',
  'bash',
  'sql',
  'python',
  'java',
  'kotlin',
  'swift',
  'go',
  'yaml',
  'markdown',
]
const languageNames: Record<string, string> = {
  '': 'Bahasa: teks biasa',
  xml: 'HTML',
  php: 'PHP',
  css: 'CSS',
  json: 'JSON',
  sql: 'SQL',
  javascript: 'JavaScript',
  typescript: 'TypeScript',
}

const tool =
  'grid size-11 shrink-0 place-items-center rounded-field text-ink-2 md:w-8.5 hover:bg-sunken disabled:opacity-35 aria-pressed:bg-nila-50 aria-pressed:text-nila'
const select = 'h-11 shrink-0 rounded-field bg-surface px-2 text-sm font-semibold text-ink-2 hover:bg-sunken'

type Props = { editor: Editor; onImages: (files: File[]) => void }

/** Buttons for all formatting. The usual key combinations work as well. */
export function EditorToolbar({ editor, onImages }: Props) {
  const [isLinking, setLinking] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      active: [...textStyles, ...blocks].filter(({ isActive }) => isActive?.(now)).map(({ label }) => label),
      heading: [2, 3, 4].find((level) => now.isActive('heading', { level })) ?? 0,
      inTable: now.isActive('table'),
      inCode: now.isActive('codeBlock'),
      language: (now.getAttributes('codeBlock')['language'] as string | null) ?? '',
      onLink: now.isActive('link'),
      onImage: now.isActive('image'),
      canUndo: now.can().undo(),
      canRedo: now.can().redo(),
    }),
  })
  const run = (change: (chain: Chain) => Chain) => change(editor.chain().focus()).run()
  const button = ({ label, Icon, run: change, isActive }: Tool) => (
    <button
      key={label}
      type="button"
      title={label}
      aria-label={label}
      aria-pressed={isActive ? state.active.includes(label) : undefined}
      // Prevents the press from moving the focus out of the text, so that typing can continue.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => run(change)}
      className={tool}
    >
      <Icon aria-hidden className="size-4.5" />
    </button>
  )
  const toolbar = useToolbarKeys()
  return (
    <div
      {...toolbar}
      role="toolbar"
      aria-label="Format teks"
      className="sticky top-14 z-10 flex items-center gap-0.5 overflow-x-auto border-b border-line bg-surface p-1 md:flex-wrap lg:top-0"
    >
      <select
        aria-label="Gaya paragraf"
        value={state.heading}
        onChange={(event) => {
          const level = Number(event.currentTarget.value)
          run((chain) => (level === 0 ? chain.setParagraph() : chain.setHeading({ level: level as 2 | 3 | 4 })))
        }}
        className={select}
      >
        <option value={0}>Paragraf</option>
        <option value={2}>Judul bagian</option>
        <option value={3}>Subjudul</option>
        <option value={4}>Subjudul kecil</option>
      </select>
      {textStyles.map(button)}
      <button
        type="button"
        title="Tautan"
        aria-label="Tautan"
        aria-pressed={state.onLink}
        onClick={() => setLinking(true)}
        className={tool}
      >
        <LinkIcon aria-hidden className="size-4.5" />
      </button>
      {blocks.map(button)}
      <button
        type="button"
        title={`Gambar: ${imageHint}`}
        aria-label="Gambar"
        onClick={() => picker.current?.click()}
        className={tool}
      >
        <ImagePlus aria-hidden className="size-4.5" />
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label="Pilih gambar artikel"
        accept={acceptImages}
        onChange={(event) => {
          onImages([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      <button
        type="button"
        title="Urungkan"
        aria-label="Urungkan"
        disabled={!state.canUndo}
        onClick={() => run((chain) => chain.undo())}
        className={tool}
      >
        <Undo aria-hidden className="size-4.5" />
      </button>
      <button
        type="button"
        title="Ulangi"
        aria-label="Ulangi"
        disabled={!state.canRedo}
        onClick={() => run((chain) => chain.redo())}
        className={tool}
      >
        <Redo aria-hidden className="size-4.5" />
      </button>
      {(state.inTable || state.inCode || state.onImage) && <span aria-hidden className="hidden basis-full md:block" />}
      {state.inTable &&
        tableTools.map(({ label, run: change }) => (
          <button
            key={label}
            type="button"
            onClick={() => run(change)}
            className={classNames(select, 'whitespace-nowrap')}
          >
            {label}
          </button>
        ))}
      {state.inCode && (
        <select
          aria-label="Bahasa kode"
          value={state.language}
          onChange={(event) => {
            const language = event.currentTarget.value || null
            run((chain) => chain.updateAttributes('codeBlock', { language }))
          }}
          className={select}
        >
          {(languages.includes(state.language) ? languages : [state.language, ...languages]).map((language) => (
            <option key={language} value={language}>
              {languageNames[language] ?? language}
            </option>
          ))}
        </select>
      )}
      {state.onImage && <PictureTools editor={editor} className={classNames(select, 'whitespace-nowrap')} />}
      {isLinking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
    </div>
  )
}
