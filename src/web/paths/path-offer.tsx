import Bookmark from 'lucide-react/icons/bookmark'
import { useState } from 'react'
import { serverMessage } from '#contract/client.ts'
import type { Offer } from '#contract/commerce/wishlist.ts'
import { paths } from '#contract/kit/paths.ts'
import type { Path } from '#contract/paths/paths.ts'
import { Assurances, SetOffer } from '#web/commerce/set-offer.tsx'
import { useApi, withLogin } from '#web/identity/index.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import type { PathViewer } from './use-path-viewer.ts'

const toOffer = ({ _id, title, steps, listPrice, price }: Path): Offer => ({
  kind: 'path',
  itemId: _id,
  title,
  thumbnail: steps[0]?.thumbnail ?? '',
  listPrice,
  price,
})

type Props = { path: Path; viewer: PathViewer | null; isKnown: boolean; onSaved: (isSaved: boolean) => void }

/** Offers the missing courses of a path as one purchase, and a place to keep it. */
export function PathOffer({ path, viewer, isKnown, onSaved }: Props) {
  const { _id: id, title, price, steps } = path
  return (
    <SetOffer
      item={{ kind: 'path', id, title, price, discount: 0, ownerPath: paths.myPaths(), anchor: 'harga' }}
      offer={toOffer(path)}
      parts={steps.map((step) => ({ id: step.courseId, price: step.price }))}
      viewer={viewer}
      isKnown={isKnown}
      ownsAll={{ text: 'Semua kelas di jalur ini sudah jadi milikmu.', link: 'Ke Jalur Saya' }}
    >
      <SavePath path={path} isSaved={viewer?.isSaved ?? false} onSaved={onSaved} />
      <Assurances
        texts={['Akses selamanya untuk semua kelasnya', 'Sertifikat tiap kelas, dan satu untuk seluruh jalur']}
      />
    </SetOffer>
  )
}

function SavePath({ path, isSaved, onSaved }: { path: Path; isSaved: boolean; onSaved: Props['onSaved'] }) {
  const { authenticated } = useApi()
  const [isBusy, setBusy] = useState(false)

  async function toggle() {
    setBusy(true)
    try {
      const call = isSaved ? authenticated.paths.unsavePath : authenticated.paths.savePath
      const { message } = await withLogin(() => call({ id: path._id }))
      onSaved(!isSaved)
      toast.success(message ?? 'Tersimpan.')
    } catch (error) {
      toast.error(serverMessage(error) ?? 'Belum tersimpan. Coba lagi.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button variant="ghost" block busy={isBusy} aria-pressed={isSaved} onClick={() => void toggle()}>
      <Bookmark aria-hidden className={`size-4.5 ${isSaved ? 'fill-current' : ''}`} />
      {isSaved ? 'Tersimpan' : 'Simpan jalur'}
    </Button>
  )
}
