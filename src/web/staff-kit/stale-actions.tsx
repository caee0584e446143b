/** Actions after a save that was rejected because the record has changed: open the current version in a new tab to compare, or reload. */
export function StaleActions({ onReload }: { onReload: () => void }) {
  const action = 'underline underline-offset-2 min-h-11 inline-flex items-center'
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-5">
      <a href={location.href} target="_blank" rel="noopener" className={action}>
        Buka versi terbaru di tab baru
      </a>
      <button type="button" className={action} onClick={onReload}>
        Muat ulang
      </button>
    </span>
  )
}
