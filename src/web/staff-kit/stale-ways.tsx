/** What to do when somebody else saved first: nothing typed is gone, and both can be laid side by side. */
export function StaleWays({ onReload }: { onReload: () => void }) {
  const way = 'underline underline-offset-2 min-h-11 inline-flex items-center'
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-5">
      <a href={location.href} target="_blank" rel="noopener" className={way}>
        Buka versi terbaru di tab baru
      </a>
      <button type="button" className={way} onClick={onReload}>
        Muat ulang
      </button>
    </span>
  )
}
