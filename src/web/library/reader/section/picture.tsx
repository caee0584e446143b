import ImageOff from 'lucide-react/icons/image-off'
import { useCallback, useState } from 'react'

/** A picture with a placeholder of the same size when it cannot be loaded. */
export function Picture({ src, className = '' }: { src: string; className?: string }) {
  const [isMissing, setMissing] = useState(false)
  // It may have failed before hydration, when no error handler was attached.
  const checkLoaded = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setMissing(true)
  }, [])
  if (isMissing) {
    return (
      <span
        className={`grid aspect-video w-full content-center justify-items-center gap-2 rounded-card bg-sunken text-sm text-ink-3 ${className}`}
      >
        <ImageOff aria-hidden className="size-6" />
        Gambar tidak bisa dimuat.
      </span>
    )
  }
  // Width and height reserve the space before the picture has loaded.
  return (
    <img
      ref={checkLoaded}
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
