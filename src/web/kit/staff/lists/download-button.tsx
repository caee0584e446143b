import Download from 'lucide-react/icons/download'
import { useState, type ReactNode } from 'react'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { downloadFile } from '#web/kit/ui/files/download-file.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { withLogin } from '#web/identity/index.ts'

/** Saves a file that the API makes. */
export function DownloadButton({
  load,
  size,
  children,
}: {
  load: () => Promise<File>
  size?: 'sm'
  children: ReactNode
}) {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      downloadFile(await withLogin(load))
    } catch (error) {
      toast.error(describeFailure(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant={size === 'sm' ? 'ghost' : 'outline'}
      {...(size ? { size } : {})}
      busy={busy}
      onClick={() => void save()}
    >
      <Download aria-hidden className={size === 'sm' ? 'size-4' : 'size-4.5'} />
      {children}
    </Button>
  )
}

/** Exports all pages of a filtered list. */
export const ExportButton = ({ isNarrowed, load }: { isNarrowed: boolean; load: () => Promise<File> }) => (
  <DownloadButton load={load}>{isNarrowed ? 'Ekspor hasil (CSV)' : 'Ekspor CSV'}</DownloadButton>
)
