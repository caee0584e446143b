import { useState } from 'react'
import { photoSizes } from '#contract/kit/media/image-sizes.ts'
import { classNames } from './class-names.ts'

/** In pixels. */
export type AvatarSize = 32 | 36 | 40 | 44 | 48 | 64 | 96

const boxes: Record<AvatarSize, string> = {
  32: 'size-8 text-xs',
  36: 'size-9 text-xs',
  40: 'size-10 text-sm',
  44: 'size-11 text-sm',
  48: 'size-12 text-base',
  64: 'size-16 text-xl',
  96: 'size-24 text-3xl',
}

/** Decorative: the name is always shown beside it. Initials replace a missing or broken picture. */
export function Avatar({ src, name, size = 44 }: { src?: string | null; name: string; size?: AvatarSize }) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null)
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-grid shrink-0 place-items-center overflow-hidden rounded-full bg-nila-50 font-bold text-nila select-none',
        boxes[size],
      )}
    >
      {src && src !== brokenSrc ? (
        <img
          src={src}
          srcSet={photoSizes(src)}
          sizes={`${size}px`}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setBrokenSrc(src)}
          className="size-full object-cover"
        />
      ) : (
        initials(name)
      )}
    </span>
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const firstAndLast = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return firstAndLast
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase()
}
