import { useEffect, useState, type ReactNode } from 'react'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { LoadFailure } from '#web/kit/ui/feedback/load-failure.tsx'
import { Spinner } from '#web/kit/ui/feedback/spinner.tsx'

type Props = {
  title: string
  /** Names the picture to who cannot see it. */
  alt: string
  /** Identifies what it proves; a change reads it anew. */
  id: string
  load: (signal: AbortSignal) => Promise<Blob>
  onClose: () => void
  /** Above the picture. */
  children?: ReactNode
}

/** A picture that proves a transfer. It is private: it is read with the session and shown from memory. */
export function ProofPictureDialog({ title, alt, id, load, onClose, children }: Props) {
  const { data, status, reload } = useRemote(id, load)
  return (
    <Dialog title={title} open onClose={onClose}>
      {children}
      {status === 'failed' ? (
        <LoadFailure onRetry={reload}>Gambar belum bisa dibuka.</LoadFailure>
      ) : data ? (
        <Picture file={data} alt={alt} />
      ) : (
        <Spinner />
      )}
    </Dialog>
  )
}

function Picture({ file, alt }: { file: Blob; alt: string }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    // oxlint-disable-next-line react-hooks/set-state-in-effect -- The URL has to be revoked by the same effect.
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return (
    url && (
      <img
        src={url}
        alt={alt}
        className="mx-auto max-h-[65dvh] max-w-full rounded-field border border-line object-contain"
      />
    )
  )
}
