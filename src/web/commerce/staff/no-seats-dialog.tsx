import { Button } from '#web/kit/ui/button.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'

/** Instead of giving back seats of a team that are all taken. */
export const NoSeatsDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Kembalikan kursi" open onClose={onClose}>
    <p className="text-ink-2">Semua kursi sudah terpakai, jadi tidak ada yang bisa dikembalikan.</p>
    <div className="mt-5 flex justify-end">
      <Button variant="outline" onClick={onClose}>
        Tutup
      </Button>
    </div>
  </Dialog>
)
