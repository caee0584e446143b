import Download from 'lucide-react/icons/download'
import { useState, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { downloadFile } from '#web/kit/ui/download-file.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { withLogin } from '#web/identity/index.ts'
import { readListQuery } from './list-query.ts'
import { useListUrl } from './use-list-url.ts'

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

type ExportProps<Input extends z.core.$ZodType> = {
  /** The filters of the list, as the call takes them. */
  input: Input
  load: (filters: z.output<Input>) => Promise<{ body: File }>
  verb?: 'Ekspor' | 'Unduh'
}

/** Exports all pages of a list as the URL narrows it. */
export function ExportButton<Input extends z.core.$ZodType>({ input, load, verb = 'Ekspor' }: ExportProps<Input>) {
  const { isNarrowed } = useListUrl()
  return (
    <DownloadButton load={async () => (await load(readListQuery(input, new Request(location.href)))).body}>
      {isNarrowed ? `${verb} hasil (CSV)` : `${verb} CSV`}
    </DownloadButton>
  )
}
