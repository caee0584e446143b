import { Button } from '#web/kit/ui/button.tsx'
import { FormError } from '#web/kit/ui/field.tsx'

type Props = {
  /** Names the rows: "Anggota". */
  label: string
  hasMore: boolean
  state: 'idle' | 'loading' | 'failed'
  loadMore: () => void
}

/** Below a list that pages by key: its next rows. */
export const MoreButton = ({ label, hasMore, state, loadMore }: Props) =>
  hasMore && (
    <div className="mt-4 grid justify-items-start gap-3 print:hidden">
      {state === 'failed' && <FormError>{label} berikutnya belum bisa dimuat. Coba lagi.</FormError>}
      <Button variant="outline" busy={state === 'loading'} onClick={loadMore}>
        {label} berikutnya
      </Button>
    </div>
  )
