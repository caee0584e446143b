import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import { useEffect, useState } from 'react'
import { Button } from '#web/kit/ui/button.tsx'
import { downloadFile } from '#web/kit/ui/download-file.ts'
import { CheckboxField } from '#web/kit/ui/field.tsx'
import { useSiteName } from '#web/kit/ui/page-head.tsx'
import { copyWithToast } from '#web/kit/ui/sharing/copy-text.ts'

/** New recovery codes. They are shown once, so the user confirms that they are stored. */
export function RecoveryCodes({
  codes,
  email,
  onStored,
}: {
  codes: readonly string[]
  email: string
  onStored: () => void
}) {
  const siteName = useSiteName()
  const [isStored, setStored] = useState(false)
  // Only for closing the tab: the router has one guard for navigation, which the profile form of the same page uses. New codes can be made.
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!isStored) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isStored])
  const asText = [`Kode pemulihan ${siteName}`, email, 'Setiap kode hanya berlaku sekali.', '', ...codes, ''].join('\n')

  async function copy() {
    await copyWithToast(asText, {
      copied: 'Kode disalin.',
      failed: 'Peramban ini tidak mengizinkan menyalin. Unduh atau cetak kodenya.',
    })
  }

  return (
    <div className="grid gap-4">
      <div role="status">
        <h3 className="font-bold">Simpan kode pemulihanmu</h3>
        <p className="mt-1 text-ink-2">
          Kalau ponselmu hilang, satu kode ini menggantikan kode dari aplikasi. Setiap kode hanya berlaku sekali, dan
          daftar ini tidak ditampilkan lagi.
        </p>
      </div>
      <ul
        aria-label="Kode pemulihan"
        className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-field bg-sunken p-4 font-mono text-sm sm:text-base"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button type="button" variant="outline" onClick={() => void copy()}>
          <Copy aria-hidden className="size-4.5" />
          Salin
        </Button>
        <Button
          type="button"
          variant="outline"
          onClick={() => downloadFile(new File([asText], 'kode-pemulihan.txt', { type: 'text/plain' }))}
        >
          <Download aria-hidden className="size-4.5" />
          Unduh
        </Button>
        <Button type="button" variant="outline" onClick={() => printText(asText)}>
          <Printer aria-hidden className="size-4.5" />
          Cetak
        </Button>
      </div>
      <CheckboxField
        label="Kode ini sudah kusimpan"
        checked={isStored}
        onChange={({ target }) => setStored(target.checked)}
      />
      <Button type="button" className="justify-self-start" disabled={!isStored} onClick={onStored}>
        Selesai
      </Button>
    </div>
  )
}

/** Prints this text alone, without the page around it. */
function printText(content: string) {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const { contentDocument, contentWindow } = frame
  if (!contentDocument || !contentWindow) return frame.remove()
  const lines = contentDocument.createElement('pre')
  lines.textContent = content
  contentDocument.body.append(lines)
  contentWindow.addEventListener('afterprint', () => frame.remove())
  contentWindow.print()
}
