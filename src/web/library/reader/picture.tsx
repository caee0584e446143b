import ImageOff from 'lucide-react/icons/image-off'
import { useCallback, useState } from 'react'

/** A picture in its place; one that does not come says so in that same place. */
export function Picture({ src, className = '' }: { src: string; className?: string }) {
  const [isMissing, setMissing] = useState(false)
  // It may have failed before this page woke up.
  const look = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setMissing(true)
  }, [])
  if (isMissing) {
    return (
      <span className={`grid aspect-video w-full content-center justify-items-center gap-2 rounded-card bg-sunken text-sm text-ink-3 ${className}`}>
        <ImageOff aria-hidden className="size-6" />
        Gambar tidak bisa dimuat.
      </span>
    )
  }
  // The frame has the place before the picture comes.
  return (
    <img
      ref={look}
      src={src}
      alt=""
      width={1280}
      height={720}
      decoding="async"
      onError={() => setMissing(true)}
      className={`aspect-video w-full rounded-card bg-sunken object-contain ${className}`}
    />
  )
}
