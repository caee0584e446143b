import Download from 'lucide-react/icons/download'
import { Button } from '#web/kit/ui/button.tsx'
import { downloadFile } from '#web/kit/ui/download-file.ts'

/** Saves the rows that were left out of an import, each with what is wrong, to be mended and sent again. */
export const FaultyRowsButton = ({
  text,
  name,
  type,
}: {
  text: string
  /** Names the file. */ name: string
  type: string
}) => (
  <Button
    type="button"
    variant="outline"
    size="sm"
    className="justify-self-start"
    onClick={() => downloadFile(new File([text], name, { type }))}
  >
    <Download aria-hidden className="size-4" />
    Unduh yang bermasalah
  </Button>
)
