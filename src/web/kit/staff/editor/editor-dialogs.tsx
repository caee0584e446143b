import type { Editor } from '@tiptap/react'
import { useState, type ReactNode } from 'react'
import { Button } from '#web/kit/ui/button.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { TextField } from '#web/kit/ui/field.tsx'

type Props = { editor: Editor; onClose: () => void }

/** Normalizes a typed link to an absolute URL. Null for invalid or unsafe ones. */
function toUrl(text: string): string | null {
  const typed = text.trim()
  if (/^mailto:/i.test(typed)) return typed
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(typed)) return `mailto:${typed}`
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`)
    return ['https:', 'http:'].includes(url.protocol) && url.hostname.includes('.') ? url.href : null
  } catch {
    return null
  }
}

export function LinkDialog({ editor, onClose }: Props) {
  const before = (editor.getAttributes('link')['href'] as string | undefined) ?? ''
  const [text, setText] = useState(before)
  const [error, setError] = useState<string | null>(null)

  function apply() {
    const href = toUrl(text)
    if (!href) return setError('Tulis alamat lengkap, misalnya https://contoh.id')
    onClose()
    const chain = editor.chain().focus().extendMarkRange('link')
    // Without a selection the URL itself becomes the link text.
    if (editor.state.selection.empty && !before)
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
  }

  return (
    <FieldDialog title="Tautan" onClose={onClose} onApply={apply}>
      <TextField
        label="Alamat tautan"
        inputMode="url"
        autoComplete="off"
        value={text}
        error={error}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {before && (
        <Button
          type="button"
          variant="ghost"
          onClick={() => {
            onClose()
            editor.chain().focus().extendMarkRange('link').unsetLink().run()
          }}
        >
          Lepas tautan
        </Button>
      )}
    </FieldDialog>
  )
}

export function AltDialog({ editor, onClose }: Props) {
  const [text, setText] = useState((editor.getAttributes('image')['alt'] as string | null) ?? '')
  return (
    <FieldDialog
      title="Teks pengganti gambar"
      onClose={onClose}
      onApply={() => {
        onClose()
        editor.chain().focus().updateAttributes('image', { alt: text.trim() }).run()
      }}
    >
      <TextField
        label="Apa yang terlihat di gambar?"
        hint="Dibacakan untuk yang tidak bisa melihat gambarnya. Kosongkan bila hanya hiasan."
        maxLength={300}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </FieldDialog>
  )
}

/** Not a <form>, because it is rendered inside the form of the page. */
function FieldDialog({
  title,
  onClose,
  onApply,
  children,
}: {
  title: string
  onClose: () => void
  onApply: () => void
  children: ReactNode
}) {
  return (
    <Dialog open title={title} onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter in the field applies the value. */}
      <div
        className="grid gap-4"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
          event.preventDefault()
          onApply()
        }}
      >
        {children}
        <Button type="button" onClick={onApply}>
          Pakai
        </Button>
      </div>
    </Dialog>
  )
}
