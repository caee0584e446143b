type Props = { thumbnailUrl: string; title: string; eager?: boolean }

/**
 * The cover of an e-book as an upright book: an uploaded picture as it is, a generated one with the title on a plate. Fills its
 * container, which sets the height. Hidden from screen readers, because the title is beside it.
 */
export function BookCover({ thumbnailUrl, title, eager = false }: Props) {
  const image = (className: string) => (
    <img
      src={thumbnailUrl}
      alt=""
      width={640}
      height={360}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className={`cover-art size-full zoom object-cover ${className}`}
    />
  )
  if (!thumbnailUrl.startsWith('/cover/')) return image('')
  return (
    <div aria-hidden="true" className="grid size-full place-items-center bg-sunken">
      <div className="relative aspect-3/4 h-[88%] overflow-hidden rounded-r-field rounded-l-[3px] shadow-card">
        {image('object-right')}
        <span className="absolute inset-y-0 left-0 w-[6%] bg-black/25" />
        <span className="absolute inset-x-[16%] top-[12%] line-clamp-4 rounded-[3px] bg-white px-1.5 py-1 text-center text-[0.625rem] leading-tight font-bold text-black">
          {title}
        </span>
      </div>
    </div>
  )
}
