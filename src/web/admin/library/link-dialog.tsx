import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'

type Props = { address: string; onClose: () => void; /** An empty address takes the link away. */ onChoose: (href: string) => void }

export function LinkDialog({ address, onClose, onChoose }: Props) {
  const [text, setText] = useState(address)
  const [error, setError] = useState<string | null>(null)

  function choose() {
    const wanted = text.trim()
    const href = wanted === '' || /^(https?:|mailto:|\/)/i.test(wanted) ? wanted : `https://${wanted}`
    if (href && !href.startsWith('/') && !URL.canParse(href)) return setError('Alamat tidak valid')
    onChoose(href)
  }

  return (
    <Dialog title="Tautan" open onClose={onClose}>
      <div className="grid gap-5">
        <TextField
          label="Alamat"
          type="url"
          inputMode="url"
          placeholder="https://"
          data-autofocus
          value={text}
          error={error}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // The dialog stands inside the page's form, which must not be sent.
            event.preventDefault()
            choose()
          }}
        />
        <div className="flex flex-wrap justify-end gap-3">
          {address && (
            <Button type="button" variant="ghost" onClick={() => onChoose('')}>
              Hapus tautan
            </Button>
          )}
          <Button type="button" onClick={choose}>
            Pakai
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
