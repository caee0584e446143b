import type { Offer } from '#contract/commerce/wishlist.ts'
import { Button } from '#web/kit/ui/button.tsx'

type Props = { /** Null: nothing yet, or it is back. */ offer: Offer | null; from: string; onUndo: () => void }

/** Says what was taken out last, with the way back. It stays, other than a toast. */
export const TakenOut = ({ offer, from, onUndo }: Props) => (
  <div role="status">
    {offer && (
      <p className="mt-4 flex flex-wrap items-center gap-x-3 rounded-field bg-sunken px-4 py-1 text-sm wrap-anywhere">
        <span>{`“${offer.title}” dihapus dari ${from}.`}</span>
        <Button variant="ghost" size="sm" onClick={onUndo}>
          Urungkan<span className="sr-only"> menghapus {offer.title}</span>
        </Button>
      </p>
    )}
  </div>
)
