import X from 'lucide-react/icons/x'
import ZoomIn from 'lucide-react/icons/zoom-in'
import { useState } from 'react'
import type { SectionImage } from '#contract/library/library.ts'
import { Modal } from '#web/kit/ui/modal.tsx'
import { Picture } from './picture.tsx'

/** Pictures of a section with captions. A click shows one in full size. */
export function SectionImages({ images }: { images: readonly SectionImage[] }) {
  const [shown, setShown] = useState<SectionImage | null>(null)
  if (images.length === 0) return null
  return (
    <div className="mt-8 grid gap-6">
      {images.map((image) => (
        <figure key={image._id}>
          <button
            type="button"
            onClick={() => setShown(image)}
            className="group relative block w-full overflow-hidden rounded-card bg-sunken"
          >
            <Picture src={image.imageUrl} />
            <span className="absolute right-2 bottom-2 grid size-9 place-items-center rounded-full bg-surface text-ink shadow-card">
              <ZoomIn aria-hidden className="size-5" />
            </span>
            <span className="sr-only">Perbesar gambar: {image.caption || 'tanpa keterangan'}</span>
          </button>
          {image.caption && <figcaption className="mt-2 text-sm text-ink-3">{image.caption}</figcaption>}
        </figure>
      ))}
      <Modal
        open={shown !== null}
        onClose={() => setShown(null)}
        floating
        aria-label="Gambar"
        className="max-w-320! p-3"
      >
        {shown && (
          <>
            <img src={shown.imageUrl} alt={shown.caption} className="max-h-[80dvh] w-full object-contain" />
            {shown.caption && <p className="mt-2 px-2 pb-1 text-sm text-ink-2">{shown.caption}</p>}
            <button
              type="button"
              onClick={() => setShown(null)}
              className="absolute top-3 right-3 grid size-11 place-items-center rounded-full bg-surface text-ink shadow-card"
            >
              <X aria-hidden className="size-5" />
              <span className="sr-only">Tutup</span>
            </button>
          </>
        )}
      </Modal>
    </div>
  )
}
